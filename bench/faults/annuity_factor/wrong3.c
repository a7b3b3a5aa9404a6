// kind: cutoff
// fault: three terms of the binomial series are used up to a rate of 1e-5
// shows at: n=480, r=0x1.2dfd694ccab3fp-17
#include <math.h>

double annuity_factor(int n, double r)
{
    if (!(n >= 0 && n <= 480 && r >= 0.0 && r <= 0.1))
        return NAN;
    if (r == 0.0)
        return n;
    if (r < 1e-5)
        return n * (1.0 + 0.5 * (n - 1.0) * r * (1.0 + (n - 2.0) / 3.0 * r));
    return expm1(n * log1p(r)) / r;
}
