/* Composite Simpson rule with n panels, n even; the error is O(h^4). */
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
    return h / 3.0 * (f(a) + 4.0 * odd + 2.0 * even + f(b));
}
