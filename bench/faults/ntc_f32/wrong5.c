// kind: reduction
// fault: ln 2 has five digits in the own logarithm
// shows at: r=0x1.7eaa020000000p+9
#include <math.h>

static double own_log(double x)
{
    int k;
    double m = frexp(x, &k);
    if (m < 0.7071) {
        m *= 2.0;
        k--;
    }
    double s = (m - 1.0) / (m + 1.0);
    double z = s * s;
    double p = 2.0 / 11.0;
    p = p * z + 2.0 / 9.0;
    p = p * z + 2.0 / 7.0;
    p = p * z + 2.0 / 5.0;
    p = p * z + 2.0 / 3.0;
    p = p * z + 2.0;
    return k * 0.69315 + s * p;
}

float ntc_f32(float r)
{
    if (isnan(r))
        return r;
    r = fmaxf(100.0f, fminf(1000000.0f, r));
    double l = own_log(r);
    double inv = 1.125e-3 + 2.347e-4 * l + 8.566e-8 * (l * l * l);
    return (float)(1.0 / inv - 273.15);
}
