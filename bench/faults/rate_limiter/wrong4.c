// kind: region
// fault: time steps close to the nominal 20 ms are taken for exactly 20 ms
// shows at: prev=0x0.0p+0, target=0x1.4000000000000p+3, dt=0x1.4c985f06f6944p-6
#include <math.h>

double rate_limiter(double prev, double target, double dt)
{
    if (!(fabs(prev) <= 1000.0 && fabs(target) <= 1000.0 && dt >= 0.0 && dt <= 1.0))
        return NAN;
    if (fabs(dt - 0.02) < 0.0005)
        dt = 0.02;
    double high = prev + 50.0 * dt;
    double low = prev - 80.0 * dt;
    if (target > high)
        return high;
    if (target < low)
        return low;
    return target;
}
