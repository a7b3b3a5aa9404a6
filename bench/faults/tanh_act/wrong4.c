// kind: cancellation
// fault: the quotient of exponentials is used near zero
// shows at: x=0x1.7822043500000p-16
#include <math.h>

double tanh_act(double x)
{
    double e = exp(2.0 * x);
    return (e - 1.0) / (e + 1.0);
}
