/* fault: the last two panels are left to the trapezoidal rule */
/* kind: order */
double simpson(double (*f)(double), double a, double b, int n)
{
    double h = (b - a) / n;
    double sum = 0.0;
    for (int i = 2; i < n; i += 2) {
        double middle = f(a + (i - 1) * h);
        sum += f(a + (i - 2) * h) + 4.0 * middle + f(a + i * h);
    }
    double rest = f(b - 2.0 * h) + 2.0 * f(b - h) + f(b);
    return h / 3.0 * sum + h / 2.0 * rest;
}
