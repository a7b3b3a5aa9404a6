// kind: sign
// fault: a fall that crosses zero is limited in the wrong direction
// shows at: prev=0x1.4000000000000p+3, target=-0x1.9000000000000p+6, dt=0x1.0000000000000p-1
#include <math.h>

double rate_limiter(double prev, double target, double dt)
{
    if (!(fabs(prev) <= 1000.0 && fabs(target) <= 1000.0 && dt >= 0.0 && dt <= 1.0))
        return NAN;
    double high = prev + 50.0 * dt;
    double low = prev - 80.0 * dt;
    if (target > high)
        return high;
    if (target < low)
        return prev > 0.0 && low < 0.0 ? -low : low;
    return target;
}
