// kind: sign
// fault: the lower limit is answered with the sign of the upper one
// shows at: e=-0x1.3f9c7ccb64966p+6, i=0x1.44a6924284f7cp+5, d=-0x1.ec2ed13cb5a40p+3
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
    if (u > 100.0)
        return 100.0;
    if (u < -100.0)
        return 100.0;
    return u;
}
