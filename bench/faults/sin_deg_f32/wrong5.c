// kind: sign
// fault: the sign of the remainder is lost beyond a full turn to the left
// shows at: x=-0x1.785c120000000p+14
#include <math.h>

float sin_deg_f32(float x)
{
    double r = fmod((double)x, 360.0);
    if (x < -360.0f)
        r = -r;
    return (float)sin(r * 0.017453292519943295);
}
