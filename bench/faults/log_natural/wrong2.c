// kind: cancellation
// fault: the mantissa stays between 1/2 and 1, so just above 1 the logarithm of the mantissa cancels with ln 2
// shows at: x=0x1.04634e1aa1729p+0
#include <math.h>

static const double LN2_HI = 0x1.62e42fee00000p-1;
static const double LN2_LO = 0x1.a39ef35793c76p-33;

double log_natural(double x)
{
    if (!(x > 0.0 && x <= 1e300))
        return NAN;
    int k;
    double m = frexp(x, &k);
    return k * LN2_HI + (log1p(m - 1.0) + k * LN2_LO);
}
