// library call
#include <math.h>

double lgamma_pos(double x)
{
    return lgamma(x);
}
