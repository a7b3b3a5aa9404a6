// kind: sign
// fault: the viscous part of negative speeds has the wrong sign
// shows at: v=-0x1.c9bb0a9e6f017p+1
#include <math.h>

double stribeck(double v)
{
    if (v == 0.0)
        return 0.0;
    double g = 12.0 + 6.0 * exp(-100.0 * v * v);
    return (v > 0.0 ? g : -g) + 0.5 * fabs(v);
}
