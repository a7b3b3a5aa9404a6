// kind: cutoff
// fault: one digit of the threshold of the asymptotic formula is wrong: 2^18 for 2^28
// shows at: x=0x1.00d7f1d48dad1p+18
#include <math.h>

static double positive(double a)
{
    if (a > 0x1p18)
        return log(a) + 0.6931471805599453;
    if (a > 2.0)
        return log(2.0 * a + 1.0 / (sqrt(a * a + 1.0) + a));
    double z = a * a;
    return log1p(a + z / (1.0 + sqrt(1.0 + z)));
}

double asinh_full(double x)
{
    if (fabs(x) < 0x1p-28)
        return x;
    return copysign(positive(fabs(x)), x);
}
