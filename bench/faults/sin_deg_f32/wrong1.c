// kind: reduction
// fault: the angle is turned into radians before the turns are taken off
// shows at: x=0x1.7340020000000p+16
#include <math.h>

float sin_deg_f32(float x)
{
    return sinf(x * 0.017453293f);
}
