// kind: special
// fault: a time step of zero jumps to the target
// shows at: prev=0x1.0000000000000p+0, target=0x1.0000000000000p+1, dt=0x0.0p+0
#include <math.h>

double rate_limiter(double prev, double target, double dt)
{
    if (!(fabs(prev) <= 1000.0 && fabs(target) <= 1000.0 && dt >= 0.0 && dt <= 1.0))
        return NAN;
    if (dt == 0.0)
        return target;
    double high = prev + 50.0 * dt;
    double low = prev - 80.0 * dt;
    if (target > high)
        return high;
    if (target < low)
        return low;
    return target;
}
