// kind: cutoff
// fault: the two-term series for small x is used up to 1e-4 where it is only good up to about 1e-8
// shows at: x=0x1.5fa5cbaeede35p-14
#include <math.h>

double expm1_wide(double x)
{
    if (!(x >= -40.0 && x <= 700.0))
        return NAN;
    if (fabs(x) < 1e-4)
        return x + 0.5 * x * x;
    return expm1(x);
}
