// kind: table
// fault: two digits of a factorial in the cosine are exchanged: 3682800 for 3628800
// shows at: x=-0x1.15e052c0c4a53p+28
#include <math.h>

static const double P1 = 0x1.921fb00000000p+0;
static const double P2 = 0x1.5110b00000000p-22;
static const double P3 = 0x1.1846980000000p-44;
static const double P4 = 0x1.3198a2e037073p-69;

static double sin_poly(double r, double rl)
{
    double z = r * r;
    double p = 1.0 / 355687428096000.0;
    p = p * z - 1.0 / 1307674368000.0;
    p = p * z + 1.0 / 6227020800.0;
    p = p * z - 1.0 / 39916800.0;
    p = p * z + 1.0 / 362880.0;
    p = p * z - 1.0 / 5040.0;
    p = p * z + 1.0 / 120.0;
    p = p * z - 1.0 / 6.0;
    return r + (r * z * p + rl * (1.0 - 0.5 * z));
}

static double cos_poly(double r, double rl)
{
    double z = r * r;
    double p = 1.0 / 20922789888000.0;
    p = p * z - 1.0 / 87178291200.0;
    p = p * z + 1.0 / 479001600.0;
    p = p * z - 1.0 / 3682800.0;
    p = p * z + 1.0 / 40320.0;
    p = p * z - 1.0 / 720.0;
    p = p * z + 1.0 / 24.0;
    p = p * z - 0.5;
    return 1.0 + (z * p - r * rl);
}

double sin_big(double x)
{
    if (fabs(x) < 0x1p-20)
        return x - x * x * x / 6.0;
    double n = rint(x * 0.6366197723675814);
    double a = (x - n * P1) - n * P2;
    double w = n * P3;
    double h = a - w;
    double bb = h - a;
    double lo = ((a - (h - bb)) - (w + bb)) - n * P4;
    double r = h + lo;
    double rl = (h - r) + lo;
    switch ((int)n & 3) {
    case 0:
        return sin_poly(r, rl);
    case 1:
        return cos_poly(r, rl);
    case 2:
        return -sin_poly(r, rl);
    default:
        return -cos_poly(r, rl);
    }
}
