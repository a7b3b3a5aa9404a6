// library exponential of a negative number on both sides
#include <math.h>

double logistic_wide(double x)
{
    double t = exp(-fabs(x));
    return x >= 0.0 ? 1.0 / (1.0 + t) : t / (1.0 + t);
}
