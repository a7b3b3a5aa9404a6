/* fault: the predicted slope is taken at time t */
/* kind: order */
static double start_step(double (*f)(double x, double t), double x, double t, double h)
{
    double k1 = f(x, t);
    double k2 = f(x + h / 2.0 * k1, t + h / 2.0);
    double k3 = f(x + h / 2.0 * k2, t + h / 2.0);
    double k4 = f(x + h * k3, t + h);
    return x + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

double abm4(double (*f)(double x, double t), double x0, double t0, double t1, int n)
{
    double h = (t1 - t0) / n;
    double x = x0;
    double f0 = f(x0, t0);
    double f1 = 0.0;
    double f2 = 0.0;
    double f3 = 0.0;
    for (int i = 0; i < n; i++) {
        double t = t0 + i * h;
        if (i < 3) {
            x = start_step(f, x, t, h);
        } else {
            double predicted = x + h / 24.0 * (55.0 * f0 - 59.0 * f1 + 37.0 * f2 - 9.0 * f3);
            double ahead = f(predicted, t);
            x += h / 24.0 * (9.0 * ahead + 19.0 * f0 - 5.0 * f1 + f2);
        }
        f3 = f2;
        f2 = f1;
        f1 = f0;
        f0 = f(x, t + h);
    }
    return x;
}
