// kind: special
// fault: subnormal arguments are answered with zero
// shows at: x=0x0.0100000000000p-1022
#include <math.h>

double log1p_wide(double x)
{
    if (fabs(x) < 0x1p-1022)
        return 0.0;
    return log1p(x);
}
