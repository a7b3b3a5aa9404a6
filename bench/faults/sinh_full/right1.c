// library call
#include <math.h>

double sinh_full(double x)
{
    return sinh(x);
}
