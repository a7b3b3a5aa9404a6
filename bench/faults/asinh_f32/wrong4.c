// kind: region
// fault: in the binade from 2^20 to 2^21 a stored multiple of ln 2 has six digits
// shows at: x=0x1.4000000000000p+20
#include <math.h>

float asinh_f32(float x)
{
    float a = fabsf(x);
    float y;
    if (a < 0x1p-12f)
        return x;
    if (a >= 0x1p20f && a < 0x1p21f) {
        y = logf(a * 0x1p-20f) + 14.5561f;
    } else if (a > 0x1p14f) {
        y = logf(a) + 0.69314718f;
    } else if (a > 2.0f) {
        y = logf(2.0f * a + 1.0f / (sqrtf(a * a + 1.0f) + a));
    } else {
        float z = a * a;
        y = log1pf(a + z / (1.0f + sqrtf(1.0f + z)));
    }
    return copysignf(y, x);
}
