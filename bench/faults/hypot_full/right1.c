// library call
#include <math.h>

double hypot_full(double x, double y)
{
    return hypot(x, y);
}
