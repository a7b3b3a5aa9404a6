// kind: reduction
// fault: only pi/2 rounded to a double is subtracted
// shows at: x=0x1.3e53c3ee3bf68p+29
#include <math.h>


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
    p = p * z - 1.0 / 3628800.0;
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
    double r = fma(-n, 1.5707963267948966, x);
    double rl = 0.0;
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
