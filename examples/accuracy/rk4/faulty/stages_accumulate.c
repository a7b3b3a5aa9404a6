/* fault: a stage starts from the point of the stage before instead of x */
/* kind: order */
double rk4(double (*f)(double x, double t), double x0, double t0, double t1, int n)
{
    double h = (t1 - t0) / n;
    double x = x0;
    for (int i = 0; i < n; i++) {
        double t = t0 + i * h;
        double k1 = f(x, t);
        double point = x + h / 2.0 * k1;
        double k2 = f(point, t + h / 2.0);
        point += h / 2.0 * k2;
        double k3 = f(point, t + h / 2.0);
        point = x + h * k3;
        double k4 = f(point, t + h);
        x += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
    return x;
}
