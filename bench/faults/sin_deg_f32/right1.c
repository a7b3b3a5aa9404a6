// exact remainder by a full turn, then double arithmetic
#include <math.h>

float sin_deg_f32(float x)
{
    double r = fmod((double)x, 360.0);
    return (float)sin(r * 0.017453292519943295);
}
