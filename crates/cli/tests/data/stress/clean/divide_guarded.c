/* why: zero and the one quotient that does not fit are handled first */
#include <limits.h>

int divide_guarded(int a, int b) {
    if (b == 0) return 0;
    if (a == INT_MIN && b == -1) return INT_MAX;
    return a / b;
}
