// kind: table
// fault: a factorial in the Taylor polynomial has two digits exchanged: 363880 for 362880
// shows at: x=0x1.833910f293140p+4
#include <math.h>

static const double LN2_HI = 0x1.62e42fee00000p-1;
static const double LN2_LO = 0x1.a39ef35793c76p-33;

static double own_exp(double x)
{
    static const double c[] = {
        1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0,
        1.0 / 363880.0, 1.0 / 40320.0, 1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0,
        1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0
    };
    double k = rint(x * 1.4426950408889634);
    double r = (x - k * LN2_HI) - k * LN2_LO;
    double p = c[0];
    for (int i = 1; i < 14; i++)
        p = p * r + c[i];
    return ldexp(p, (int)k);
}

double normal_pdf(double x)
{
    double a = fabs(x);
    if (a > 0x1.38p5)
        return 0.0;
    double s = a * a;
    double e = fma(a, a, -s);
    double g = own_exp(-0.5 * s);
    return 0.3989422804014327 * (g - g * (0.5 * e));
}
