// kind: special
// fault: the last floats below 1 are taken for the pole
// shows at: x=0x1.fffffffffffffp-1
#include <math.h>

double atanh_open(double x)
{
    if (!(x > -1.0 && x < 1.0))
        return NAN;
    if (1.0 - fabs(x) < 1e-15)
        return copysign(INFINITY, x);
    return atanh(x);
}
