// kind: cutoff
// fault: targets within 0.5 are reached at once, though the limiter allows less
// shows at: prev=0x0.0p+0, target=0x1.999999999999ap-2, dt=0x1.0624dd2f1a9fcp-10
#include <math.h>

double rate_limiter(double prev, double target, double dt)
{
    if (!(fabs(prev) <= 1000.0 && fabs(target) <= 1000.0 && dt >= 0.0 && dt <= 1.0))
        return NAN;
    double high = prev + 50.0 * dt;
    double low = prev - 80.0 * dt;
    if (fabs(target - prev) < 0.5)
        return target;
    if (target > high)
        return high;
    if (target < low)
        return low;
    return target;
}
