// kind: reduction
// fault: ln 2 is one constant with 15 digits, so the error grows with the exponent
// shows at: x=0x1.5ca642a2878e7p+9
#include <math.h>

/* exp(r) - 1 for |r| <= 0.35 */
static double small_expm1(double r)
{
    static const double c[] = {
        1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0,
        1.0 / 362880.0, 1.0 / 40320.0, 1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0,
        1.0 / 24.0, 1.0 / 6.0, 0.5
    };
    double q = c[0];
    for (int i = 1; i < 12; i++)
        q = q * r + c[i];
    return r + r * r * q;
}

double expm1_wide(double x)
{
    if (!(x >= -40.0 && x <= 700.0))
        return NAN;
    double k = rint(x * 1.4426950408889634);
    double r = x - k * 0.693147180559945;
    double p = small_expm1(r);
    int n = (int)k;
    if (n == 0)
        return p;
    if (n < 0)
        return ldexp(p, n) + (ldexp(1.0, n) - 1.0);
    if (n < 56)
        return ldexp(p + (1.0 - ldexp(1.0, -n)), n);
    return ldexp(p + 1.0, n);
}
