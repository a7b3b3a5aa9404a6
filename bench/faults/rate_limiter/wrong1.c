// kind: branch
// fault: the rate for falling is taken from the rising side when the target is negative
// shows at: prev=-0x1.657cbe90e1d7bp+8, target=-0x1.1facc1ecef7eap+9, dt=0x1.10236acdbc5e1p-1
#include <math.h>

double rate_limiter(double prev, double target, double dt)
{
    if (!(fabs(prev) <= 1000.0 && fabs(target) <= 1000.0 && dt >= 0.0 && dt <= 1.0))
        return NAN;
    double high = prev + 50.0 * dt;
    double low = prev - (target < 0.0 ? 50.0 : 80.0) * dt;
    if (target > high)
        return high;
    if (target < low)
        return low;
    return target;
}
