/* Composite Simpson rule. The driver gives arrays with a margin, so that a wrong index reads known memory. */
#include "simpson.h"

static const double third = 1.0 / 3.0;

double simpson(integrand f, double a, double b, int panels)
{
    int n = 2 * panels;
    double h, sum;
    if (n < 2 || !(a < b))
        return 0.0;
    h = (b - a) / n;
    sum = f(a) + f(b);
    for (int i = 1; i < n; i++) {
        double x = a + i * h;
        if (i % 2 == 1)
            sum += 4.0 * f(x);
        else
            sum += 2.0 * f(x);
    }
    return sum * h * third;
}
