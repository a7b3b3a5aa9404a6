// the larger one taken out
#include <math.h>

double logsumexp_two(double a, double b)
{
    double m = fmax(a, b);
    return m + log1p(exp(-fabs(a - b)));
}
