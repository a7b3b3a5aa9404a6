// library call behind a domain check
#include <math.h>

double log_natural(double x)
{
    if (!(x > 0.0 && x <= 1e300))
        return NAN;
    return log(x);
}
