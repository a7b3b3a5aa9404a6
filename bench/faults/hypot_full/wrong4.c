// kind: branch
// fault: the absolute value of y is forgotten, so a large negative y is not swapped to the front
// shows at: x=0x1.87e92154ef7acp-665, y=-0x1.8000000000000p+1
#include <math.h>

double hypot_full(double x, double y)
{
    double a = fabs(x);
    double b = y;
    if (a < b) {
        double t = a;
        a = b;
        b = t;
    }
    if (b == 0.0)
        return a;
    double q = b / a;
    if (fabs(q) < 0x1p-30)
        return a;
    int e;
    a = frexp(a, &e);
    b = ldexp(b, -e);
    return ldexp(sqrt(fma(a, a, b * b)), e);
}
