// kind: overflow
// fault: for x > 1 a quotient with exp(2x) is used, which overflows from x = 355 on
// shows at: x=0x1.2a837ed36f79ap+9
#include <math.h>

double expm1_wide(double x)
{
    if (!(x >= -40.0 && x <= 700.0))
        return NAN;
    if (x > 1.0) {
        double e = exp(x);
        return (exp(2.0 * x) - 1.0) / (e + 1.0);
    }
    return expm1(x);
}
