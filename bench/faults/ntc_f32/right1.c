// library logarithm in double, rounded once
#include <math.h>

float ntc_f32(float r)
{
    if (isnan(r))
        return r;
    if (r < 100.0f)
        r = 100.0f;
    if (r > 1000000.0f)
        r = 1000000.0f;
    double l = log((double)r);
    return (float)(1.0 / (1.125e-3 + l * (2.347e-4 + 8.566e-8 * l * l)) - 273.15);
}
