// log1p of an exponential that cannot overflow
#include <math.h>

double softplus_wide(double x)
{
    double t = log1p(exp(-fabs(x)));
    return x > 0.0 ? x + t : t;
}
