// library call
#include <math.h>

double tanh_act(double x)
{
    return tanh(x);
}
