// kind: special
// fault: for the zero vector the quotient of the components is 0/0
// shows at: x=0x0.0p+0, y=0x0.0p+0
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
    double q = b / a;
    return a * sqrt(fma(q, q, 1.0));
}
