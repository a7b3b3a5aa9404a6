// the formula behind a domain check
#include <math.h>

double rate_limiter(double prev, double target, double dt)
{
    if (!(fabs(prev) <= 1000.0 && fabs(target) <= 1000.0 && dt >= 0.0 && dt <= 1.0))
        return NAN;
    return prev + fmax(-80.0 * dt, fmin(50.0 * dt, target - prev));
}
