// kind: reduction
// fault: ln 2 is one constant with 14 digits
// shows at: x=-0x1.5de763e9d95abp+9
#include <math.h>

static double own_exp(double x)
{
    static const double c[] = {
        1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0,
        1.0 / 362880.0, 1.0 / 40320.0, 1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0,
        1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0
    };
    double k = rint(x * 1.4426950408889634);
    double r = x - k * 0.69314718055995;
    double p = c[0];
    for (int i = 1; i < 14; i++)
        p = p * r + c[i];
    return ldexp(p, (int)k);
}

/* log(1 + t) for 0 <= t <= 1, as twice an inverse hyperbolic tangent */
static double log_one_plus(double t)
{
    double s = t / (2.0 + t);
    double z = s * s;
    double p = 0.0;
    for (int n = 18; n >= 1; n--)
        p = (p + 1.0 / (2 * n + 1)) * z;
    return 2.0 * (s + s * p);
}

double softplus_wide(double x)
{
    if (x > 40.0)
        return x;
    double t = log_one_plus(own_exp(-fabs(x)));
    return x > 0.0 ? x + t : t;
}
