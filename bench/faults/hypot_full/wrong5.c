// kind: cutoff
// fault: the smaller component is ignored below 2^-20 of the larger one instead of 2^-30
// shows at: x=0x1.0000000000000p+0, y=0x1.f0a3d70a3d70ap-21
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
    if (b < a * 0x1p-20)
        return ldexp(a, e);
    return ldexp(sqrt(fma(a, a, b * b)), e);
}
