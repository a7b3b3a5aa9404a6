/* Classical Runge-Kutta method from its table: each stage starts from the slope of the stage before. */
static const double node[4] = {0.0, 0.5, 0.5, 1.0};
static const double weight[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};

static double step(double (*f)(double x, double t), double x, double t, double h)
{
    double slope = 0.0;
    double mean = 0.0;
    for (int stage = 0; stage < 4; stage++) {
        double ahead = h * node[stage];
        slope = f(x + ahead * slope, t + ahead);
        mean += weight[stage] * slope;
    }
    return x + h * mean;
}

double rk4(double (*f)(double x, double t), double x0, double t0, double t1, int n)
{
    double h = (t1 - t0) / n;
    double x = x0;
    double t = t0;
    while (n > 0) {
        x = step(f, x, t, h);
        t += h;
        n--;
    }
    return x;
}
