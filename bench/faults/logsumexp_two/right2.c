// own series for the logarithm, nothing added when the terms are far apart
#include <math.h>

double logsumexp_two(double a, double b)
{
    double m = a > b ? a : b;
    double d = a > b ? a - b : b - a;
    if (d > 0x1p5 + 8.0)
        return m;
    double t = exp(-d);
    double s = t / (2.0 + t);
    double z = s * s;
    double p = 0.0;
    for (int n = 18; n >= 1; n--)
        p = (p + 1.0 / (2 * n + 1)) * z;
    return m + 2.0 * (s + s * p);
}
