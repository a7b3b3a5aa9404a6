// kind: lastulps
// fault: the integral gain is a float constant
// shows at: e=0x1.d76b0ed03adb0p+2, i=-0x1.68fd1dd1763e8p+5, d=0x1.cba49458b316cp+3
#include <math.h>

double pid_saturated(double e, double i, double d)
{
    double s = fabs(e) <= 0.5 ? 0.0 : e - copysign(0.5, e);
    double u = 2.5 * s + 0.4f * i + 0.05 * d;
    return fmax(-100.0, fmin(100.0, u));
}
