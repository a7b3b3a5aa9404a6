// kind: overflow
// fault: exp(a) is used up to the end of the range and overflows above 709.78
// shows at: x=0x1.62ee3e4744750p+9
#include <math.h>

double sinh_full(double x)
{
    double a = fabs(x);
    double h;
    if (a < 1.0) {
        double z = x * x;
        double p = 1.0 / 355687428096000.0;
        p = p * z + 1.0 / 1307674368000.0;
        p = p * z + 1.0 / 6227020800.0;
        p = p * z + 1.0 / 39916800.0;
        p = p * z + 1.0 / 362880.0;
        p = p * z + 1.0 / 5040.0;
        p = p * z + 1.0 / 120.0;
        p = p * z + 1.0 / 6.0;
        return x + x * (z * p);
    }
    if (a < 22.0) {
        double e = exp(a);
        h = 0.5 * (e - 1.0 / e);
    } else {
        h = 0.5 * exp(a);
    }
    return x < 0.0 ? -h : h;
}
