// kind: region
// fault: between 0.6 and 0.60001 the stored value at 0.6 lacks its last digits
// shows at: x=0x1.333397dd00f77p-1
#include <math.h>

double atanh_open(double x)
{
    if (!(x > -1.0 && x < 1.0))
        return NAN;
    double a = fabs(x);
    if (a >= 0.6 && a < 0.60001)
        return copysign(atanh((a - 0.6) / (1.0 - 0.6 * a)) + 0.6931471805599474, x);
    return atanh(x);
}
