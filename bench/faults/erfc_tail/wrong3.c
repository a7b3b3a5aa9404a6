// kind: cancellation
// fault: one minus the error function cancels in the tail
// shows at: x=0x1.3c5d05dd7a0e0p+4
#include <math.h>

double erfc_tail(double x)
{
    return 1.0 - erf(x);
}
