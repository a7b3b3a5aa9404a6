// kind: region
// fault: outputs within 0.1 of the upper limit are snapped to it
// shows at: e=0x1.4266666666666p+5, i=0x0.0p+0, d=0x1.2000000000000p+3
#include <math.h>

double pid_saturated(double e, double i, double d)
{
    double s = e;
    if (e > 0.5)
        s = e - 0.5;
    else if (e < -0.5)
        s = e + 0.5;
    else
        s = 0.0;
    double u = (50.0 * s + 8.0 * i + d) / 20.0;
    if (u > 99.9)
        return 100.0;
    if (u < -100.0)
        return -100.0;
    return u;
}
