// two-term series near zero, reduction by pi in two parts, Taylor polynomial
#include <math.h>

static const double PI_HI = 0x1.921fb54442d18p+1;
static const double PI_LO = 0x1.1a62633145c07p-53;

double sinc_unit(double x)
{
    if (fabs(x) < 0x1p-11)
        return 1.0 - x * x / 6.0;
    int n = (int)rint(x * 0.3183098861837907);
    double r = fma(-(double)n, PI_HI, x) - n * PI_LO;
    double z = r * r;
    double p = 1.0 / 51090942171709440000.0;
    p = p * z - 1.0 / 121645100408832000.0;
    p = p * z + 1.0 / 355687428096000.0;
    p = p * z - 1.0 / 1307674368000.0;
    p = p * z + 1.0 / 6227020800.0;
    p = p * z - 1.0 / 39916800.0;
    p = p * z + 1.0 / 362880.0;
    p = p * z - 1.0 / 5040.0;
    p = p * z + 1.0 / 120.0;
    p = p * z - 1.0 / 6.0;
    double s = r + r * z * p;
    if (n % 2 != 0)
        s = -s;
    return s / x;
}
