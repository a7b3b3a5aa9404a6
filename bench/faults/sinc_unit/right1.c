// library sine and a special case
#include <math.h>

double sinc_unit(double x)
{
    if (x == 0.0)
        return 1.0;
    return sin(x) / x;
}
