/* fault: Richardson extrapolation divides by 4 instead of 3 */
/* kind: order */
static double trapezoid(double (*f)(double), double a, double b, int n)
{
    double h = (b - a) / n;
    double sum = (f(a) + f(b)) / 2.0;
    for (int i = 1; i < n; i++) {
        sum += f(a + i * h);
    }
    return h * sum;
}

double simpson(double (*f)(double), double a, double b, int n)
{
    double coarse = trapezoid(f, a, b, n / 2);
    double fine = trapezoid(f, a, b, n);
    return fine + (fine - coarse) / 4.0;
}
