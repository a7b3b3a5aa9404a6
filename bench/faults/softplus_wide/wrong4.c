// kind: branch
// fault: the formula for positive arguments is used for both signs, where it cancels
// shows at: x=-0x1.4a6ec9ca13066p+7
#include <math.h>

double softplus_wide(double x)
{
    return x + log1p(exp(-x));
}
