// kind: cutoff
// fault: the upper edge of the dead zone is tested with 0.25 instead of 0.5
// shows at: e=0x1.52f0ae1668b00p-2, i=0x1.6cba29b041566p+5, d=-0x1.fa4a58129c340p+3
#include <math.h>

double pid_saturated(double e, double i, double d)
{
    double s = e;
    if (e > 0.25)
        s = e - 0.5;
    else if (e < -0.5)
        s = e + 0.5;
    else
        s = 0.0;
    double u = (50.0 * s + 8.0 * i + d) / 20.0;
    if (u > 100.0)
        return 100.0;
    if (u < -100.0)
        return -100.0;
    return u;
}
