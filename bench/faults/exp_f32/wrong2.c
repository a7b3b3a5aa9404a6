// kind: overflow
// fault: the power of two is built from exponent bits, which is infinity for 2^128
// shows at: x=0x1.6200000000000p+6
#include <math.h>
#include <stdint.h>
#include <string.h>

float exp_f32(float x)
{
    if (!(x >= -87.0f && x <= 88.71875f))
        return NAN;
    float k = rintf(x * 1.44269504f);
    float r = (x - k * 0x1.62cp-1f) - k * 0x1.217f7d1cf79acp-12f;
    float p = 1.0f / 5040.0f;
    p = p * r + 1.0f / 720.0f;
    p = p * r + 1.0f / 120.0f;
    p = p * r + 1.0f / 24.0f;
    p = p * r + 1.0f / 6.0f;
    p = p * r + 0.5f;
    p = 1.0f + (r + r * r * p);
    uint32_t b = (uint32_t)((int)k + 127) << 23;
    float s;
    memcpy(&s, &b, sizeof s);
    return p * s;
}
