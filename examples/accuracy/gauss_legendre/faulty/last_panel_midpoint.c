/* fault: the last panel is left to the midpoint rule */
/* kind: order */
#include <math.h>

double gauss_legendre(double (*f)(double), double a, double b, int n)
{
    double h = (b - a) / n;
    double offset = h / 2.0 * sqrt(3.0 / 5.0);
    double sum = 0.0;
    for (int i = 0; i < n - 1; i++) {
        double middle = a + (i + 0.5) * h;
        double left = f(middle - offset);
        double right = f(middle + offset);
        sum += 5.0 * left + 8.0 * f(middle) + 5.0 * right;
    }
    return sum * h / 18.0 + h * f(b - h / 2.0);
}
