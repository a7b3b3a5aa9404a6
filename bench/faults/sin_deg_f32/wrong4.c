// kind: lastulps
// fault: the factor from degrees to radians has five digits
// shows at: x=0x1.539b7e0000000p+16
#include <math.h>

float sin_deg_f32(float x)
{
    int n = (int)lrintf(x / 180.0f);
    float r = fmaf(-180.0f, (float)n, x);
    float t = r * 0.017453f;
    float z = t * t;
    float p = 1.0f / 6227020800.0f;
    p = p * z - 1.0f / 39916800.0f;
    p = p * z + 1.0f / 362880.0f;
    p = p * z - 1.0f / 5040.0f;
    p = p * z + 1.0f / 120.0f;
    p = p * z - 1.0f / 6.0f;
    float s = t + t * z * p;
    return n & 1 ? -s : s;
}
