// unsafe: x = 0x1p+0, y = 0x1.0000000000001p+0
#include <math.h>

int check(double x, double y) {
    if (!(x >= 1.0 && x <= 1000.0)) return 0;
    if (!(y > x && y <= 1000.0)) return 0;
    double d = sqrt(y) - sqrt(x);
    if (!(d > 0.0)) return 1;  /* assert */
    return 0;
}
