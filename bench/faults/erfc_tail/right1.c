// library call
#include <math.h>

double erfc_tail(double x)
{
    return erfc(x);
}
