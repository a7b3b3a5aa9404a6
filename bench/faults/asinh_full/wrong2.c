// kind: overflow
// fault: the square of a large argument overflows
// shows at: x=0x1.3b71109c5db71p+996
#include <math.h>

static double positive(double a)
{
    if (a > 2.0)
        return log(a + sqrt(a * a + 1.0));
    double z = a * a;
    return log1p(a + z / (1.0 + sqrt(1.0 + z)));
}

double asinh_full(double x)
{
    if (fabs(x) < 0x1p-28)
        return x;
    return copysign(positive(fabs(x)), x);
}
