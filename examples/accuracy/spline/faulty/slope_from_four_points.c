/* fault: the slope at the left end is that of the cubic through four points */
/* kind: constant */
enum { MOST = 1000 };

/* Solves for the slopes: row i says that the second derivative is continuous at node i. */
static void slopes(const double *x, const double *y, int n, double *slope)
{
    double ratio[MOST];
    ratio[0] = 0.0;
    for (int i = 1; i < n - 1; i++) {
        double before = 1.0 / (x[i] - x[i - 1]);
        double after = 1.0 / (x[i + 1] - x[i]);
        double bend = (y[i] - y[i - 1]) * before * before + (y[i + 1] - y[i]) * after * after;
        double pivot = 2.0 * (before + after) - before * ratio[i - 1];
        ratio[i] = after / pivot;
        slope[i] = (3.0 * bend - before * slope[i - 1]) / pivot;
    }
    for (int i = n - 2; i > 0; i--) {
        slope[i] -= ratio[i] * slope[i + 1];
    }
}

/* Slope at x[0] of the cubic through the first four nodes, by divided differences. */
static double cubic_slope(const double *x, const double *y)
{
    double d01 = (y[1] - y[0]) / (x[1] - x[0]);
    double d12 = (y[2] - y[1]) / (x[2] - x[1]);
    double d23 = (y[3] - y[2]) / (x[3] - x[2]);
    double d012 = (d12 - d01) / (x[2] - x[0]);
    double d123 = (d23 - d12) / (x[3] - x[1]);
    double d0123 = (d123 - d012) / (x[3] - x[0]);
    return d01 + d012 * (x[0] - x[1]) + d0123 * (x[0] - x[1]) * (x[0] - x[2]);
}

/* The interval that contains t, by bisection. */
static int interval(const double *x, int n, double t)
{
    int low = 0;
    int high = n - 1;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (t < x[middle]) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return low;
}

void spline(const double *x, const double *y, int n, double slope0, double slope1, const double *t, double *s, int m)
{
    double slope[MOST];
    slope[0] = n < 4 ? slope0 : cubic_slope(x, y);
    slope[n - 1] = slope1;
    slopes(x, y, n, slope);
    for (int j = 0; j < m; j++) {
        int i = interval(x, n, t[j]);
        double h = x[i + 1] - x[i];
        double p = (t[j] - x[i]) / h;
        double q = 1.0 - p;
        double value = q * q * (1.0 + 2.0 * p) * y[i] + p * p * (1.0 + 2.0 * q) * y[i + 1];
        double tangent = h * p * q * (q * slope[i] - p * slope[i + 1]);
        s[j] = value + tangent;
    }
}
