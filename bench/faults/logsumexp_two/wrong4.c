// kind: branch
// fault: the larger one is chosen by absolute value, so for negative arguments the smaller one is taken out
// shows at: a=0x1.a2fc1de6644dfp+8, b=-0x1.0749788605e90p+9
#include <math.h>

double logsumexp_two(double a, double b)
{
    double m = fabs(a) > fabs(b) ? a : b;
    double n = fabs(a) > fabs(b) ? b : a;
    return m + log1p(exp(n - m));
}
