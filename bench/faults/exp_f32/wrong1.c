// kind: cutoff
// fault: the threshold of overflow is too low: 88.7 instead of 88.72
// shows at: x=0x1.62d8000000000p+6
#include <math.h>

float exp_f32(float x)
{
    if (!(x >= -87.0f && x <= 88.71875f))
        return NAN;
    if (x > 88.7f)
        return INFINITY;
    return (float)exp((double)x);
}
