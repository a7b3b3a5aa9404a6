// kind: lastulps
// fault: the cross product is taken without its correction, so small angles lose digits
// shows at: x1=0x1.5555555555555p-2, y1=0x1.2492492492492p-3, x2=0x1.5555556683614p-2, y2=0x1.2492492492492p-3
#include <math.h>

/* a*b - c*d */
static double diff(double a, double b, double c, double d)
{
    return a * b - c * d;
}

double vec_angle(double x1, double y1, double x2, double y2)
{
    double cross = diff(x1, y2, x2, y1);
    double dot = diff(x1, x2, -y1, y2);
    return atan2(fabs(cross), dot);
}
