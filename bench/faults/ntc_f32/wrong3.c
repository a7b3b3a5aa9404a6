// kind: region
// fault: between 9900 and 10100 ohms a straight line through the nominal point is used
// shows at: r=0x1.3568000000000p+13
#include <math.h>

float ntc_f32(float r)
{
    if (isnan(r))
        return r;
    if (r < 100.0f)
        r = 100.0f;
    if (r > 1000000.0f)
        r = 1000000.0f;
    if (r >= 9900.0f && r < 10100.0f) {
        double t0 = 25.037515182449795;
        return (float)(t0 + (r - 10000.0) * -0.002280687528923023);
    }
    double l = log((double)r);
    return (float)(1.0 / (1.125e-3 + l * (2.347e-4 + 8.566e-8 * l * l)) - 273.15);
}
