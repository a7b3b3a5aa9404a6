// kind: cancellation
// fault: the logarithm of a quotient near 1 for small arguments
// shows at: x=-0x1.34d30ee176000p-15
#include <math.h>

double atanh_open(double x)
{
    if (!(x > -1.0 && x < 1.0))
        return NAN;
    return 0.5 * log((1.0 + x) / (1.0 - x));
}
