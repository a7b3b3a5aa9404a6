// kind: lastulps
// fault: the recurrence runs in floats for high degrees
// shows at: n=27, x=0x1.feda9059dd5fap-1
#include <math.h>

double chebyshev_t(int n, double x)
{
    double t0 = 1.0;
    double t1 = x;
    if (n == 0)
        return t0;
    if (n > 24) {
        float u0 = 1.0f;
        float u1 = x;
        for (int k = 1; k < n; k++) {
            float u2 = 2.0f * x * u1 - u0;
            u0 = u1;
            u1 = u2;
        }
        return u1;
    }
    for (int k = 1; k < n; k++) {
        double t2 = 2.0 * x * t1 - t0;
        t0 = t1;
        t1 = t2;
    }
    return t1;
}
