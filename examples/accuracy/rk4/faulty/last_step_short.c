/* fault: the last step is cut to half its length */
/* kind: order */
#include <math.h>

double rk4(double (*f)(double x, double t), double x0, double t0, double t1, int n)
{
    double h = (t1 - t0) / n;
    double x = x0;
    double t = t0;
    for (int i = 0; i < n; i++) {
        double s = fmin(h, (t1 - t) / 2.0);
        double k1 = f(x, t);
        double k2 = f(x + s / 2.0 * k1, t + s / 2.0);
        double k3 = f(x + s / 2.0 * k2, t + s / 2.0);
        double k4 = f(x + s * k3, t + s);
        x += s / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        t += h;
    }
    return x;
}
