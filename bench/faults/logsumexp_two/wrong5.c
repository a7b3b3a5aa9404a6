// kind: cutoff
// fault: the smaller one is ignored from a distance of 24 on instead of 40
// shows at: a=-0x1.29c33c1467580p+5, b=-0x1.eb661f65ddca0p+5
#include <math.h>

double logsumexp_two(double a, double b)
{
    double m = a > b ? a : b;
    double d = a > b ? a - b : b - a;
    if (d > 0x1p4 + 8.0)
        return m;
    double t = exp(-d);
    double s = t / (2.0 + t);
    double z = s * s;
    double p = 0.0;
    for (int n = 18; n >= 1; n--)
        p = (p + 1.0 / (2 * n + 1)) * z;
    return m + 2.0 * (s + s * p);
}
