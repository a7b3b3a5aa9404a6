// kind: cancellation
// fault: one minus the distribution function cancels in the upper tail
// shows at: x=0x1.f9b3219910820p+3
#include <math.h>

double normal_tail(double x)
{
    return 1.0 - 0.5 * erfc(-x * 0.7071067811865476);
}
