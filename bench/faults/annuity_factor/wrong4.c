// kind: overflow
// fault: the binomial coefficients for small rates are formed in 32-bit integers, which overflow
// shows at: n=480, r=0x1.05b97d64afad0p-18
#include <math.h>

double annuity_factor(int n, double r)
{
    if (!(n >= 0 && n <= 480 && r >= 0.0 && r <= 0.1))
        return NAN;
    if (r == 0.0)
        return n;
    if (r < 4e-6) {
        unsigned c4 = (unsigned)n * (n - 1) * (n - 2) * (n - 3) / 24;
        unsigned c3 = (unsigned)n * (n - 1) * (n - 2) / 6;
        return n + r * (0.5 * n * (n - 1.0) + r * (c3 + r * c4));
    }
    return expm1(n * log1p(r)) / r;
}
