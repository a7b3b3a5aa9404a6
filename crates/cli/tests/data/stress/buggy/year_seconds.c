/* bug: days of years times seconds of a day leave 32 bits after 68 years */
/* operator: iovflow  line: days * 86400 */
/* options: --range year=1970:2100 */
/* why: 2039 is the first year to wrap */

static int leaps(int year) { return year / 4 - year / 100 + year / 400; }

int year_seconds(int year) {
    int days = (year - 1970) * 365 + leaps(year - 1) - leaps(1969);
    return days * 86400;
}
