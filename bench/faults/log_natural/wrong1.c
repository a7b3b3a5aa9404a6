// kind: lastulps
// fault: the low part of ln 2 is written with six digits
// shows at: x=0x1.7730bc9c9c900p+0
#include <math.h>

static const double LN2_HI = 0x1.62e42fee00000p-1;
static const double LN2_LO = 1.90821e-10;

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
    return k * LN2_HI + (f - (s * (f - series_r(s * s)) - k * LN2_LO));
}
