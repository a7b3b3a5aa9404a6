// kind: lastulps
// fault: mean and half difference are added again, which loses digits when the arguments are far apart
// shows at: a=-0x1.edd3c0ca600b0p+9, b=0x1.6666666666666p-1
#include <math.h>

double logsumexp_two(double a, double b)
{
    double mean = 0.5 * (a + b);
    double half = 0.5 * fabs(a - b);
    return mean + (half + log1p(exp(-2.0 * half)));
}
