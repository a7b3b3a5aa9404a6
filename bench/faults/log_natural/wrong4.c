// kind: reduction
// fault: ln 2 is a single constant with 15 digits
// shows at: x=0x1.5692bef7558b8p-1
#include <math.h>


/* log(1 + f) = f - s*(f - R) with s = f/(2 + f) */
static double series_r(double z)
{
    static const double c[] = {
        2.0 / 25.0, 2.0 / 23.0, 2.0 / 21.0, 2.0 / 19.0, 2.0 / 17.0, 2.0 / 15.0,
        2.0 / 13.0, 2.0 / 11.0, 2.0 / 9.0, 2.0 / 7.0, 2.0 / 5.0, 2.0 / 3.0
    };
    double p = c[0];
    for (int i = 1; i < 12; i++)
        p = p * z + c[i];
    return p * z;
}

double log_natural(double x)
{
    if (!(x > 0.0 && x <= 1e300))
        return NAN;
    int k;
    double m = frexp(x, &k);
    if (m < 0.70710678) {
        m *= 2.0;
        k--;
    }
    double f = m - 1.0;
    double s = f / (2.0 + f);
    return k * 0.693147180559945 + (f - s * (f - series_r(s * s)));
}
