// kind: cutoff
// fault: the argument is shifted to 4 only, where Stirling's series is too short
// shows at: x=0x1.056b1036d9f5bp+0
#include <math.h>

double lgamma_pos(double x)
{
    double p = 1.0;
    while (x < 4.0) {
        p *= x;
        x += 1.0;
    }
    double w = 1.0 / x;
    double z = w * w;
    double s = -3617.0 / 122400.0;
    s = s * z + 1.0 / 156.0;
    s = s * z - 691.0 / 360360.0;
    s = s * z + 1.0 / 1188.0;
    s = s * z - 1.0 / 1680.0;
    s = s * z + 1.0 / 1260.0;
    s = s * z - 1.0 / 360.0;
    s = s * z + 1.0 / 12.0;
    return ((x - 0.5) * log(x) - x) + (0.9189385332046728 + s * w) - log(p);
}
