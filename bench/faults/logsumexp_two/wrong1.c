// kind: overflow
// fault: the exponentials are formed as they stand and overflow or vanish
// shows at: a=0x1.f2c3a0f4e4956p+9, b=-0x1.ec2a40aa1cc58p+5
#include <math.h>

double logsumexp_two(double a, double b)
{
    return log(exp(a) + exp(b));
}
