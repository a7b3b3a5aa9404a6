/* why: the one int without a counterpart is handled before the negation */
#include <limits.h>

int abs_saturated(int x) {
    if (x == INT_MIN) return INT_MAX;
    return x < 0 ? -x : x;
}
