// safe: the root of the rounded square of x is x, rounding is monotone, so the length is at least x and the quotient at most one.
#include <math.h>

int check(double x, double y) {
    if (!(x >= 1e-100 && x <= 1e100)) return 0;
    if (!(y >= -1e100 && y <= 1e100)) return 0;
    double length = sqrt(x * x + y * y);
    double u = x / length;
    if (!(u <= 1.0)) return 1;  /* assert */
    return 0;
}
