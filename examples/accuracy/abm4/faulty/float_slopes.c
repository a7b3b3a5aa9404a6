/* fault: the slopes are kept as floats */
/* kind: order */
static const double bashforth[4] = {55.0 / 24.0, -59.0 / 24.0, 37.0 / 24.0, -9.0 / 24.0};
static const double moulton[4] = {9.0 / 24.0, 19.0 / 24.0, -5.0 / 24.0, 1.0 / 24.0};

/* The slope k steps before step i. */
static double past(const float *ring, int i, int k)
{
    return ring[(i - k) % 4];
}

static double runge_kutta(double (*f)(double x, double t), double x, double t, double h, double slope)
{
    double second = f(x + h * slope / 2.0, t + h / 2.0);
    double third = f(x + h * second / 2.0, t + h / 2.0);
    double fourth = f(x + h * third, t + h);
    return x + h * (slope + fourth) / 6.0 + h * (second + third) / 3.0;
}

static double adams(double (*f)(double x, double t), double x, double t, double h, const float *ring, int i)
{
    double predicted = x;
    double corrected = x;
    for (int k = 0; k < 4; k++) {
        predicted += h * bashforth[k] * past(ring, i, k);
    }
    corrected += h * moulton[0] * f(predicted, t + h);
    for (int k = 1; k < 4; k++) {
        corrected += h * moulton[k] * past(ring, i, k - 1);
    }
    return corrected;
}

double abm4(double (*f)(double x, double t), double x0, double t0, double t1, int n)
{
    float ring[4];
    double h = (t1 - t0) / n;
    double x = x0;
    for (int i = 0; i < n; i++) {
        double t = t0 + i * h;
        ring[i % 4] = f(x, t);
        if (i < 3) {
            x = runge_kutta(f, x, t, h, ring[i]);
        } else {
            x = adams(f, x, t, h, ring, i);
        }
    }
    return x;
}
