/* fault: the outer points are those of the rule with two points */
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
        sum += 5.0 * left + 8.0 * f(middle) + 5.0 * right;
    }
    return sum * h / 18.0;
}
