// library call
#include <math.h>

double asinh_full(double x)
{
    return asinh(x);
}
