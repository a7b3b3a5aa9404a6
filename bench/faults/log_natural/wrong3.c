// kind: special
// fault: the exponent is read from the bits, which is wrong for subnormals
// shows at: x=0x0.0000400000000p-1022
#include <math.h>
#include <stdint.h>
#include <string.h>

static const double LN2_HI = 0x1.62e42fee00000p-1;
static const double LN2_LO = 0x1.a39ef35793c76p-33;

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
    uint64_t b;
    memcpy(&b, &x, sizeof b);
    int k = (int)(b >> 52) - 1022;
    b = (b & 0x000fffffffffffffULL) | 0x3fe0000000000000ULL;
    double m;
    memcpy(&m, &b, sizeof m);
    if (m < 0.70710678) {
        m *= 2.0;
        k--;
    }
    double f = m - 1.0;
    double s = f / (2.0 + f);
    return k * LN2_HI + (f - (s * (f - series_r(s * s)) - k * LN2_LO));
}
