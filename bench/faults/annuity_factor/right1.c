// expm1 and log1p
#include <math.h>

double annuity_factor(int n, double r)
{
    if (!(n >= 0 && n <= 480 && r >= 0.0 && r <= 0.1))
        return NAN;
    if (r == 0.0)
        return n;
    return expm1(n * log1p(r)) / r;
}
