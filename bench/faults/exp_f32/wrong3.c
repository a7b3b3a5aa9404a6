// kind: reduction
// fault: ln 2 is one float, so the error grows with the exponent
// shows at: x=0x1.2055a80000000p+6
#include <math.h>

float exp_f32(float x)
{
    if (!(x >= -87.0f && x <= 88.71875f))
        return NAN;
    float k = rintf(x * 1.44269504f);
    float r = x - k * 0.69314718f;
    float p = 1.0f / 5040.0f;
    p = p * r + 1.0f / 720.0f;
    p = p * r + 1.0f / 120.0f;
    p = p * r + 1.0f / 24.0f;
    p = p * r + 1.0f / 6.0f;
    p = p * r + 0.5f;
    p = 1.0f + (r + r * r * p);
    return ldexpf(p, (int)k);
}
