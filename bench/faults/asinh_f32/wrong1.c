// kind: overflow
// fault: the square of a large float overflows
// shows at: x=0x1.68b2ea0000000p+125
#include <math.h>

float asinh_f32(float x)
{
    float a = fabsf(x);
    float y;
    if (a < 0x1p-12f)
        return x;
    if (a > 2.0f) {
        y = logf(a + sqrtf(a * a + 1.0f));
    } else {
        float z = a * a;
        y = log1pf(a + z / (1.0f + sqrtf(1.0f + z)));
    }
    return copysignf(y, x);
}
