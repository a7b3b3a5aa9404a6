// the formula with the library exponential
#include <math.h>

double stribeck(double v)
{
    if (v == 0.0)
        return 0.0;
    double g = 12.0 + 6.0 * exp(-100.0 * v * v);
    return (v > 0.0 ? g : -g) + 0.5 * v;
}
