// kind: special
// fault: zero is not treated apart, so 0/0 is NaN
// shows at: x=0x0.0p+0
#include <math.h>

double sinc_unit(double x)
{
    return sin(x) / x;
}
