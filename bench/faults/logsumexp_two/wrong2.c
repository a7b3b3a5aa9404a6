// kind: special
// fault: equal arguments are answered with the argument, without ln 2
// shows at: a=0x1.8000000000000p+0, b=0x1.8000000000000p+0
#include <math.h>

double logsumexp_two(double a, double b)
{
    if (a == b)
        return a;
    double m = fmax(a, b);
    return m + log1p(exp(-fabs(a - b)));
}
