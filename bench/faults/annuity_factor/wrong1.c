// kind: cancellation
// fault: the power minus one cancels for small rates
// shows at: n=223, r=0x1.3764e83f8a666p-16
#include <math.h>

double annuity_factor(int n, double r)
{
    if (!(n >= 0 && n <= 480 && r >= 0.0 && r <= 0.1))
        return NAN;
    if (r == 0.0)
        return n;
    return (pow(1.0 + r, n) - 1.0) / r;
}
