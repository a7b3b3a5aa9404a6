// kind: lastulps
// fault: the polynomial ends one term too early
// shows at: x=-0x1.7bd6e80000000p+5
#include <math.h>

float exp_f32(float x)
{
    if (!(x >= -87.0f && x <= 88.71875f))
        return NAN;
    float k = rintf(x * 1.44269504f);
    float r = (x - k * 0x1.62cp-1f) - k * 0x1.217f7d1cf79acp-12f;
    float p = 1.0f / 720.0f;
    p = p * r + 1.0f / 120.0f;
    p = p * r + 1.0f / 24.0f;
    p = p * r + 1.0f / 6.0f;
    p = p * r + 0.5f;
    p = 1.0f + (r + r * r * p);
    return ldexpf(p, (int)k);
}
