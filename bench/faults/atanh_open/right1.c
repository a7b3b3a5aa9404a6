// library call behind a domain check
#include <math.h>

double atanh_open(double x)
{
    if (!(x > -1.0 && x < 1.0))
        return NAN;
    return atanh(x);
}
