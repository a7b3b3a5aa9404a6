// unsafe: a = 0x1.ffffffffffffep+1023, b = 0x1.8p+971
#include <float.h>

int check(double a, double b) {
    if (!(a >= 0.0 && a <= DBL_MAX)) return 0;
    if (!(b >= 0.0 && b <= DBL_MAX)) return 0;
    if (a > DBL_MAX - b) return 0;
    double s = a + b;
    if (!(s <= DBL_MAX)) return 1;  /* assert */
    return 0;
}
