/* bug: the smallest exponent stays negative when it is negated */
/* operator: nzpush,iovflow  line: n = -n */
/* options: --range x=0.5:2 */
/* why: 2 to the power of -2^63 is 0, and 0.5 comes out */
#include <stdint.h>

double power_negative(double x, int64_t n) {
    if (n < 0) {
        x = 1.0 / x;
        n = -n;
    }
    double power = 1.0;
    while (n > 1) {
        if (n % 2 == 1) power *= x;
        x *= x;
        n /= 2;
    }
    return n == 0 ? power : power * x;
}
