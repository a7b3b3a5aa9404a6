/* bug: a number of many digits wraps while it is read */
/* operator: iovflow  line: value * 10 + digit */
/* options: --array digits=12 --range digits=0:9 */
/* why: twelve nines */

int parse_digits(const signed char *digits) {
    int value = 0;
    for (int i = 0; i < 12; i++) {
        int digit = digits[i];
        value = value * 10 + digit;
    }
    return value;
}
