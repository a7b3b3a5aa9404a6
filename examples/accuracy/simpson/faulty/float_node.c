/* fault: the points are computed in float */
/* kind: order */
double simpson(double (*f)(double), double a, double b, int n)
{
    double h = (b - a) / n;
    double odd = 0.0;
    double even = 0.0;
    for (int i = 1; i < n; i += 2) {
        float x = a + i * h;
        odd += f(x);
    }
    for (int i = 2; i < n; i += 2) {
        even += f(a + i * h);
    }
    return h / 3.0 * (f(a) + 4.0 * odd + 2.0 * even + f(b));
}
