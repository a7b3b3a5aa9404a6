// kind: overflow
// fault: the gamma function itself overflows from 171.7 on
// shows at: x=0x1.32aba554b5908p+9
#include <math.h>

double lgamma_pos(double x)
{
    return x < 3.0 ? lgamma(x) : log(tgamma(x));
}
