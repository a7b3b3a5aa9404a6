// library call
#include <math.h>

double sin_big(double x)
{
    return sin(x);
}
