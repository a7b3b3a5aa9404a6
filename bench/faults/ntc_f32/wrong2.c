// kind: lastulps
// fault: the logarithm comes from the decimal one with a factor of five digits
// shows at: r=0x1.555fe40000000p+9
#include <math.h>

float ntc_f32(float r)
{
    if (isnan(r))
        return r;
    if (r < 100.0f)
        r = 100.0f;
    if (r > 1000000.0f)
        r = 1000000.0f;
    double l = log10((double)r) * 2.3026;
    return (float)(1.0 / (1.125e-3 + l * (2.347e-4 + 8.566e-8 * l * l)) - 273.15);
}
