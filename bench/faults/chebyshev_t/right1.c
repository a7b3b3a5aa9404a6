// three-term recurrence
#include <math.h>

double chebyshev_t(int n, double x)
{
    double t0 = 1.0;
    double t1 = x;
    if (n == 0)
        return t0;
    for (int k = 1; k < n; k++) {
        double t2 = 2.0 * x * t1 - t0;
        t0 = t1;
        t1 = t2;
    }
    return t1;
}
