/* fault: the last step is one of Euler's method */
/* kind: order */
static double step(double (*f)(double x, double t), double x, double t, double h)
{
    double k1 = f(x, t);
    double k2 = f(x + h / 2.0 * k1, t + h / 2.0);
    double k3 = f(x + h / 2.0 * k2, t + h / 2.0);
    double k4 = f(x + h * k3, t + h);
    return x + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

double rk4(double (*f)(double x, double t), double x0, double t0, double t1, int n)
{
    double h = (t1 - t0) / n;
    double x = x0;
    double t = t0;
    for (int i = 1; i < n; i++) {
        x = step(f, x, t, h);
        t += h;
    }
    return x + h * f(x, t);
}
