// library call
#include <math.h>

double cbrt_real(double x)
{
    return cbrt(x);
}
