// kind: special
// fault: a cross product of zero is answered with the angle 0, for opposite vectors too
// shows at: x1=0x1.0000000000000p+0, y1=0x1.0000000000000p+1, x2=-0x1.0000000000000p+1, y2=-0x1.0000000000000p+2
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
    if (cross == 0.0)
        return 0.0;
    return atan2(fabs(cross), dot);
}
