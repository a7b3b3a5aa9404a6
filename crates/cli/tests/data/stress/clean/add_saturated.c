/* why: the bounds are moved instead of the sum, and to the side where they cannot wrap */
#include <limits.h>

int add_saturated(int a, int b) {
    if (b > 0 && a > INT_MAX - b) return INT_MAX;
    if (b < 0 && a < INT_MIN - b) return INT_MIN;
    return a + b;
}
