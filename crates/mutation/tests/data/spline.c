/* Complete cubic spline: second derivatives by elimination, and its value at a point. */
#define SIX 6.0

/* m: second derivatives at the n nodes; c: room for n numbers. */
void spline_fit(const double *x, const double *y, int n, double left, double right, double *m, double *c)
{
    double h, d, p;
    int i, last = n - 1;

    h = x[1] - x[0];
    d = (y[1] - y[0]) / h;
    c[0] = 0.5;
    m[0] = 3.0 * (d - left) / h;
    for (i = 1; i < last; ++i) {
        const double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
        double s = (y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before;
        p = 2.0 * (before + after) - before * c[i - 1];
        c[i] = after / p;
        m[i] = (SIX * s - before * m[i - 1]) / p;
    }
    h = x[last] - x[last - 1];
    d = (y[last] - y[last - 1]) / h;
    p = 2.0 * h - h * c[last - 1];
    m[last] = (SIX * (right - d) - h * m[last - 1]) / p;
    for (i = last - 1; i >= 0; --i)
        m[i] -= c[i] * m[i + 1];
}

double spline_at(const double *x, const double *y, const double *m, int n, double t)
{
    int low = 0, high = n - 1;
    double h, u, v;

    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (x[middle] > t)
            high = middle;
        else
            low = middle;
    }
    h = x[high] - x[low];
    u = (x[high] - t) / h;
    v = (t - x[low]) / h;
    return u * y[low] + v * y[high]
           + ((u * u * u - u) * m[low] + (v * v * v - v) * m[high]) * h * h / SIX;
}
