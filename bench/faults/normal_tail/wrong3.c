// kind: lastulps
// fault: the root of one half is written with 12 digits
// shows at: x=0x1.3fee115158e7ap+4
#include <math.h>

double normal_tail(double x)
{
    return 0.5 * erfc(x * 0.707106781187);
}
