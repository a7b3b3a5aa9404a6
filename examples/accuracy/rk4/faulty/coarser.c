/* fault: two steps are made in one */
/* kind: constant */
double rk4(double (*f)(double x, double t), double x0, double t0, double t1, int n)
{
    int steps = (n + 1) / 2;
    double h = (t1 - t0) / steps;
    double x = x0;
    for (int i = 0; i < steps; i++) {
        double t = t0 + i * h;
        double k1 = f(x, t);
        double k2 = f(x + h / 2.0 * k1, t + h / 2.0);
        double k3 = f(x + h / 2.0 * k2, t + h / 2.0);
        double k4 = f(x + h * k3, t + h);
        x += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
    return x;
}
