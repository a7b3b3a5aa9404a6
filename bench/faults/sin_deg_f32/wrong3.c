// kind: special
// fault: all multiples of 90 degrees are answered with zero
// shows at: x=0x1.6800000000000p+6
#include <math.h>

float sin_deg_f32(float x)
{
    if (fmodf(x, 90.0f) == 0.0f)
        return 0.0f;
    double r = fmod((double)x, 360.0);
    return (float)sin(r * 0.017453292519943295);
}
