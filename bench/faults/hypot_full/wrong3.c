// kind: lastulps
// fault: the iteration without roots stops one turn too early
// shows at: x=0x1.5d0cd728dd79dp+996, y=0x1.7d21a28fa0441p+996
#include <math.h>

double hypot_full(double x, double y)
{
    double a = fabs(x);
    double b = fabs(y);
    if (a < b) {
        double t = a;
        a = b;
        b = t;
    }
    if (b == 0.0)
        return a;
    for (int i = 0; i < 2; i++) {
        double q = b / a;
        double r = q * q;
        double s = r / (4.0 + r);
        a += 2.0 * a * s;
        b *= s;
    }
    return a;
}
