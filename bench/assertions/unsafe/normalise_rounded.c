// unsafe: x = 0x1.bb9e15a5f8564p+9, y = 0x1.bb9e15a5f855ep+9
#include <math.h>

int check(double x, double y) {
    if (!(x >= 1.0 && x <= 1000.0)) return 0;
    if (!(y >= 1.0 && y <= 1000.0)) return 0;
    double length = sqrt(x * x + y * y);
    double u = x / length, v = y / length;
    if (!(u * u + v * v <= 0x1.0000000000001p0)) return 1;  /* assert */
    return 0;
}
