// scale by a power of two, square, add, take the root, scale back
#include <math.h>

double hypot_full(double x, double y)
{
    double a = fabs(x);
    double b = fabs(y);
    if (a < b) {
        double t = a;
        a = b;
        b = t;
    }
    if (b == 0.0)
        return a;
    int e;
    a = frexp(a, &e);
    b = ldexp(b, -e);
    if (b < a * 0x1p-30)
        return ldexp(a, e);
    return ldexp(sqrt(fma(a, a, b * b)), e);
}
