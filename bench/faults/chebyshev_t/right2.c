// cosine of a multiple of the angle, of the absolute value of x
#include <math.h>

double chebyshev_t(int n, double x)
{
    double a = fabs(x);
    double t = cos(n * acos(a));
    if (x < 0.0 && (n & 1))
        return -t;
    return t;
}
