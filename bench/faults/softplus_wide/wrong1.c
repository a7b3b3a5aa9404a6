// kind: overflow
// fault: the exponential of a large argument overflows
// shows at: x=0x1.678f09e9bbffbp+9
#include <math.h>

double softplus_wide(double x)
{
    return log1p(exp(x));
}
