// unsafe: x = 0x1p+600, y = 0x1p+600
#include <math.h>

int check(double x, double y) {
    if (!(x >= 1.0 && x <= 1e200)) return 0;
    if (!(y >= 1.0 && y <= 1e200)) return 0;
    double length = sqrt(x * x + y * y);
    double u = x / length, v = y / length;
    if (!(u * u + v * v >= 0.99)) return 1;  /* assert */
    return 0;
}
