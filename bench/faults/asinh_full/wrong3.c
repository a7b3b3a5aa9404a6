// kind: cancellation
// fault: negative arguments go through log(x + sqrt(x*x + 1)), where the sum cancels
// shows at: x=-0x1.6a23d6f310080p+24
#include <math.h>

double asinh_full(double x)
{
    double a = fabs(x);
    if (a > 0x1p100)
        return copysign(log(a) + 0.6931471805599453, x);
    if (x >= 0.0)
        return asinh(x);
    if (a < 0x1p-20)
        return x - x * x * x / 6.0;
    return log(x + sqrt(x * x + 1.0));
}
