// kind: cancellation
// fault: log of a number close to 1 for small arguments
// shows at: x=-0x1.b5ce9e0000000p-12
#include <math.h>

float asinh_f32(float x)
{
    float a = fabsf(x);
    float y;
    if (a < 0x1p-12f)
        return x;
    if (a > 0x1p14f) {
        y = logf(a) + 0.69314718f;
    } else if (a > 2.0f) {
        y = logf(2.0f * a + 1.0f / (sqrtf(a * a + 1.0f) + a));
    } else {
        float z = a * a;
        y = logf(a + sqrtf(1.0f + z));
    }
    return copysignf(y, x);
}
