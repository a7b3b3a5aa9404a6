// kind: region
// fault: the segment from 12 to 12.75 starts from a stored exp(12) that lacks its last digits
// shows at: x=0x1.8e141bd5c0aa4p+3
#include <math.h>

double expm1_wide(double x)
{
    if (!(x >= -40.0 && x <= 700.0))
        return NAN;
    if (x >= 12.0 && x < 12.75)
        return exp(x - 12.0) * 162754.7914190044 - 1.0;
    return expm1(x);
}
