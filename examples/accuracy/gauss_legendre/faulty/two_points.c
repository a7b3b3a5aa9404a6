/* fault: the rule has two points only */
/* kind: order */
#include <math.h>

double gauss_legendre(double (*f)(double), double a, double b, int n)
{
    double h = (b - a) / n;
    double offset = h / 2.0 * sqrt(1.0 / 3.0);
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
        double middle = a + (i + 0.5) * h;
        double left = f(middle - offset);
        double right = f(middle + offset);
        sum += left + right;
    }
    return sum * h / 2.0;
}
