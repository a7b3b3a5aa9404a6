// kind: sign
// fault: pow answers NaN for negative arguments
// shows at: x=-0x1.68b0333e57151p+996
#include <math.h>

double cbrt_real(double x)
{
    double t = pow(x, 1.0 / 3.0);
    return t == 0.0 ? t : t - (t * t - x / t) / (3.0 * t);
}
