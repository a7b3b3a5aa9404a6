// kind: sign
// fault: the sign of the cross product is turned by the sign of y1 only
// shows at: x1=0x1.1940400d19400p+1, y1=0x1.a18449ad3c3f8p+3, x2=0x1.e41b5851c7b0ap+4, y2=0x1.0a86f1b4db350p+2
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
    return atan2(y1 < 0.0 ? -cross : cross, dot);
}
