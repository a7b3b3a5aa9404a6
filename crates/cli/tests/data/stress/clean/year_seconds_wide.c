/* options: --range year=1970:9999 */
/* why: the seconds have 64 bits */
#include <stdint.h>

static int leaps(int year) { return year / 4 - year / 100 + year / 400; }

int64_t year_seconds_wide(int year) {
    int days = (year - 1970) * 365 + leaps(year - 1) - leaps(1969);
    return (int64_t)days * 86400;
}
