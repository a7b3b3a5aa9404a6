double simpson(double (*f)(double), double a, double b, int n)
{
    double h = (b - a) / n;
    double sum = f(a) + f(b);
    for (int i = 1; i < n; i++) {
        sum += (i % 2 ? 4.0 : 2.0) * f(a + i * h);
    }
    return sum * h / 3.0;
}
