// kind: special
// fault: exact integers go through a shift of a 32-bit integer, whose top bit is the sign
// shows at: x=0x1.f000000000000p+4
#include <math.h>

double exp2_pow(double x)
{
    if (x == floor(x) && fabs(x) < 32.0) {
        int p = (int)(1u << (int)fabs(x));
        return x < 0.0 ? 1.0 / p : (double)p;
    }
    return exp2(x);
}
