// library call
#include <math.h>

double exp2_pow(double x)
{
    return exp2(x);
}
