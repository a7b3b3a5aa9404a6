// kind: special
// fault: degree 0 is not treated apart and gets the value of degree 1
// shows at: n=0, x=0x1.3333333333333p-2
#include <math.h>

double chebyshev_t(int n, double x)
{
    double t0 = 1.0;
    double t1 = x;
    for (int k = 1; k < n; k++) {
        double t2 = 2.0 * x * t1 - t0;
        t0 = t1;
        t1 = t2;
    }
    return t1;
}
