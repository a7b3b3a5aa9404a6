// kind: region
// fault: close to the ends four terms of the expansion around 1 are used, a little too far for high degrees
// shows at: n=28, x=-0x1.fffe2a3cea6c2p-1
#include <math.h>

double chebyshev_t(int n, double x)
{
    double a = fabs(x);
    double d = 1.0 - a;
    double m = (double)n * n;
    double t = d < 1.5e-5 ? 1.0 - m * d * (1.0 - (m - 1.0) / 6.0 * d * (1.0 - (m - 4.0) / 15.0 * d)) : cos(n * acos(a));
    if (x < 0.0 && (n & 1))
        return -t;
    return t;
}
