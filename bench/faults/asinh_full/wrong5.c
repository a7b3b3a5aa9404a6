// kind: region
// fault: in the binade from 2^100 to 2^101 the stored multiple of ln 2 lacks its last digits
// shows at: x=0x1.4cccccccccccdp+100
#include <math.h>

static double positive(double a)
{
    if (a >= 0x1p100 && a < 0x1p101)
        return log(a * 0x1p-100) + 70.00786523655475;
    if (a > 0x1p28)
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
