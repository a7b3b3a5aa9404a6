// the formula with library minimum and maximum
#include <math.h>

double pid_saturated(double e, double i, double d)
{
    double s = fabs(e) <= 0.5 ? 0.0 : e - copysign(0.5, e);
    double u = 2.5 * s + 0.4 * i + 0.05 * d;
    return fmax(-100.0, fmin(100.0, u));
}
