/* fault: the slope of a piece weighs the two moments the other way round */
/* kind: order */
enum { MOST = 1000 };

/* Solves for the moments: row i says that the first derivative is continuous at node i. */
static void moments(const double *x, const double *y, int n, double slope0, double slope1, double *moment)
{
    double diagonal[MOST];
    double right[MOST];
    double h = x[1] - x[0];
    double d = (y[1] - y[0]) / h;
    diagonal[0] = 2.0 * h;
    right[0] = 6.0 * (d - slope0);
    for (int i = 1; i < n; i++) {
        double last_h = h;
        double last_d = d;
        if (i < n - 1) {
            h = x[i + 1] - x[i];
            d = (y[i + 1] - y[i]) / h;
        } else {
            h = 0.0;
            d = slope1;
        }
        double factor = last_h / diagonal[i - 1];
        diagonal[i] = 2.0 * (last_h + h) - factor * last_h;
        right[i] = 6.0 * (d - last_d) - factor * right[i - 1];
    }
    moment[n - 1] = right[n - 1] / diagonal[n - 1];
    for (int i = n - 2; i >= 0; i--) {
        moment[i] = (right[i] - (x[i + 1] - x[i]) * moment[i + 1]) / diagonal[i];
    }
}

void spline(const double *x, const double *y, int n, double slope0, double slope1, const double *t, double *s, int m)
{
    double moment[MOST];
    moments(x, y, n, slope0, slope1, moment);
    for (int j = 0; j < m; j++) {
        int i = 0;
        while (i < n - 2 && t[j] > x[i + 1]) {
            i++;
        }
        double h = x[i + 1] - x[i];
        double u = t[j] - x[i];
        double b = (y[i + 1] - y[i]) / h - h * (moment[i] + 2.0 * moment[i + 1]) / 6.0;
        double c = moment[i] / 2.0;
        double d = (moment[i + 1] - moment[i]) / (6.0 * h);
        s[j] = y[i] + u * (b + u * (c + u * d));
    }
}
