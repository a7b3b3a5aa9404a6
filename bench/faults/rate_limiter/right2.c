// limits computed as absolute levels, the target is held between them
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
        return low;
    return target;
}
