// kind: overflow
// fault: a refining step multiplies unscaled numbers, which overflow for large arguments and underflow for small ones
// shows at: x=-0x1.68b0333e57151p+996
#include <math.h>

double cbrt_real(double x)
{
    if (x == 0.0)
        return x;
    double t = cbrt(x);
    double c = t * t * t;
    return (t * (c + 2.0 * x)) / (2.0 * c + x);
}
