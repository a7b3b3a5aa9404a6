// safe: halves of large numbers are exact, so the guard rounds half of the sum and says exactly whether the sum overflows.
#include <float.h>

int check(double a, double b) {
    if (!(a >= 0.0 && a <= DBL_MAX)) return 0;
    if (!(b >= 0.0 && b <= DBL_MAX)) return 0;
    if (a / 2.0 + b / 2.0 > DBL_MAX / 2.0) return 0;
    double s = a + b;
    if (!(s <= DBL_MAX)) return 1;  /* assert */
    return 0;
}
