// atan2 of cross and dot product, each with one correction by fma
#include <math.h>

/* a*b - c*d without cancellation error */
static double diff(double a, double b, double c, double d)
{
    double w = c * d;
    double e = fma(-c, d, w);
    double f = fma(a, b, -w);
    return f + e;
}

double vec_angle(double x1, double y1, double x2, double y2)
{
    double cross = diff(x1, y2, x2, y1);
    double dot = diff(x1, x2, -y1, y2);
    return atan2(fabs(cross), dot);
}
