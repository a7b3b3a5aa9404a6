// safe: a leg below 2^-27 of the other is absorbed in the sum of squares; otherwise x + y exceeds the root by a factor of at least 1 + 2^-28, far above the roundings.
#include <math.h>

int check(double x, double y) {
    if (!(x >= 1e-100 && x <= 1e100)) return 0;
    if (!(y >= 1e-100 && y <= 1e100)) return 0;
    double h = sqrt(x * x + y * y);
    if (!(h <= x + y)) return 1;  /* assert */
    return 0;
}
