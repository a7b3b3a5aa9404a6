// kind: cancellation
// fault: log(1 + t) for a tiny t is zero or has few digits
// shows at: x=-0x1.4a6ec9ca13066p+7
#include <math.h>

double softplus_wide(double x)
{
    double t = log(1.0 + exp(-fabs(x)));
    return x > 0.0 ? x + t : t;
}
