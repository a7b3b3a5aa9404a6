// library call
#include <math.h>

double log1p_wide(double x)
{
    return log1p(x);
}
