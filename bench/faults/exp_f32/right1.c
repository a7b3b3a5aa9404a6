// double arithmetic, rounded once
#include <math.h>

float exp_f32(float x)
{
    if (!(x >= -87.0f && x <= 88.71875f))
        return NAN;
    return (float)exp((double)x);
}
