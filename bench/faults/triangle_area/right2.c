// Heron's formula with the three differences as exact pairs of doubles
#include <math.h>

/* x + y + z with the rounding errors of the two sums added at the end */
static double sum3(double x, double y, double z)
{
    double s = x + y;
    double t = s - x;
    double e = (x - (s - t)) + (y - t);
    double u = s + z;
    double v = u - s;
    double f = (s - (u - v)) + (z - v);
    return u + (e + f);
}

double triangle_area(double a, double b, double c)
{
    if (!(a >= 1.0 && a <= 100.0 && b >= 1.0 && b <= 100.0 && c >= 1.0 && c <= 100.0))
        return NAN;
    double p = sum3(b, c, -a);
    double q = sum3(a, c, -b);
    double r = sum3(a, b, -c);
    if (p < 0.0 || q < 0.0 || r < 0.0)
        return NAN;
    double s = sum3(a, b, c);
    return 0.25 * sqrt((s * p) * (q * r));
}
