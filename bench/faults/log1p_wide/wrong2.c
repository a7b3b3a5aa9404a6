// kind: cancellation
// fault: log(1 + x) loses the digits of a small x
// shows at: x=0x1.59fc51dfdb5a7p-882
#include <math.h>

double log1p_wide(double x)
{
    return log(1.0 + x);
}
