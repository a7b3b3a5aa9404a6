// kind: cancellation
// fault: half of one plus a hyperbolic tangent cancels for negative arguments
// shows at: x=-0x1.2db6d2b6fce55p+9
#include <math.h>

double logistic_wide(double x)
{
    return 0.5 * (1.0 + tanh(0.5 * x));
}
