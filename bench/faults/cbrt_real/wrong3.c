// kind: lastulps
// fault: pow with the rounded exponent 1/3 is off by more and more ulps for large and small arguments
// shows at: x=0x1.ff341ecfdc7b1p+995
#include <math.h>

double cbrt_real(double x)
{
    return copysign(pow(fabs(x), 1.0 / 3.0), x);
}
