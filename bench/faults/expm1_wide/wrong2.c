// kind: cancellation
// fault: exp(x) - 1 loses all digits for small x
// shows at: x=0x1.f8465c2f78000p-9
#include <math.h>

double expm1_wide(double x)
{
    if (!(x >= -40.0 && x <= 700.0))
        return NAN;
    return exp(x) - 1.0;
}
