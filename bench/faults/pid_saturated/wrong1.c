// kind: branch
// fault: below the dead zone the shift has the sign of the positive side
// shows at: e=-0x1.f222d462671eep+4, i=0x1.f5af5b1fd2969p+4, d=-0x1.0d62403545e38p+4
#include <math.h>

double pid_saturated(double e, double i, double d)
{
    double s = e;
    if (e > 0.5)
        s = e - 0.5;
    else if (e < -0.5)
        s = e - 0.5;
    else
        s = 0.0;
    double u = (50.0 * s + 8.0 * i + d) / 20.0;
    if (u > 100.0)
        return 100.0;
    if (u < -100.0)
        return -100.0;
    return u;
}
