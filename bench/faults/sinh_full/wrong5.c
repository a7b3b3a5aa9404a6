// kind: region
// fault: the segment from 100 to 100.0078125 starts from a stored value that lacks its last digits
// shows at: x=-0x1.90072b020c49cp+6
#include <math.h>

double sinh_full(double x)
{
    double a = fabs(x);
    double h;
    if (a < 1.0) {
        double z = x * x;
        double p = 1.0 / 355687428096000.0;
        p = p * z + 1.0 / 1307674368000.0;
        p = p * z + 1.0 / 6227020800.0;
        p = p * z + 1.0 / 39916800.0;
        p = p * z + 1.0 / 362880.0;
        p = p * z + 1.0 / 5040.0;
        p = p * z + 1.0 / 120.0;
        p = p * z + 1.0 / 6.0;
        return x + x * (z * p);
    }
    if (a < 22.0) {
        double e = exp(a);
        h = 0.5 * (e - 1.0 / e);
    } else if (a >= 100.0 && a < 100.0078125) {
        h = exp(a - 100.0) * 1.344058570908073e+43;
    } else if (a < 709.0) {
        h = 0.5 * exp(a);
    } else {
        double w = exp(0.5 * a);
        h = (0.5 * w) * w;
    }
    return x < 0.0 ? -h : h;
}
