// library call behind a domain check
#include <math.h>

double expm1_wide(double x)
{
    if (!(x >= -40.0 && x <= 700.0))
        return NAN;
    return expm1(x);
}
