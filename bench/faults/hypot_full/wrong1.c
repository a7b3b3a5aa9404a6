// kind: overflow
// fault: the squares overflow or underflow
// shows at: x=-0x1.6d8d94c7d7e53p+996, y=-0x1.66779a68ecc2ep+995
#include <math.h>

double hypot_full(double x, double y)
{
    return sqrt(x * x + y * y);
}
