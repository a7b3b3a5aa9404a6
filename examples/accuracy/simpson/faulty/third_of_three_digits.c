/* fault: the ends have the factor 0.333 for 1/3 */
/* kind: order */
double simpson(double (*f)(double), double a, double b, int n)
{
    double h = (b - a) / n;
    double odd = 0.0;
    double even = 0.0;
    for (int i = 1; i < n; i += 2) {
        odd += f(a + i * h);
    }
    for (int i = 2; i < n; i += 2) {
        even += f(a + i * h);
    }
    double inner = h / 3.0 * (4.0 * odd + 2.0 * even);
    return inner + 0.333 * h * (f(a) + f(b));
}
