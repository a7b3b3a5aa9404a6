// double arithmetic, rounded once
#include <math.h>

float asinh_f32(float x)
{
    return (float)asinh((double)x);
}
