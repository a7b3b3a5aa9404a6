// kind: sign
// fault: the branch for large arguments returns without the sign
// shows at: x=-0x1.0c8de00000000p+125
#include <math.h>

float asinh_f32(float x)
{
    float a = fabsf(x);
    float y;
    if (a < 0x1p-12f)
        return x;
    if (a > 0x1p14f) {
        return logf(a) + 0.69314718f;
    } else if (a > 2.0f) {
        y = logf(2.0f * a + 1.0f / (sqrtf(a * a + 1.0f) + a));
    } else {
        float z = a * a;
        y = log1pf(a + z / (1.0f + sqrtf(1.0f + z)));
    }
    return copysignf(y, x);
}
