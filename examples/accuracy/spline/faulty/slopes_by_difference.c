/* fault: the slopes are central differences and no system is solved */
/* kind: order */
enum { MOST = 1000 };

void spline(const double *x, const double *y, int n, double slope0, double slope1, const double *t, double *s, int m)
{
    double slope[MOST];
    slope[0] = slope0;
    slope[n - 1] = slope1;
    for (int i = 1; i < n - 1; i++) {
        slope[i] = (y[i + 1] - y[i - 1]) / (x[i + 1] - x[i - 1]);
    }
    for (int j = 0; j < m; j++) {
        int i = 0;
        while (i < n - 2 && t[j] > x[i + 1]) {
            i++;
        }
        double h = x[i + 1] - x[i];
        double p = (t[j] - x[i]) / h;
        double q = 1.0 - p;
        double value = q * q * (1.0 + 2.0 * p) * y[i] + p * p * (1.0 + 2.0 * q) * y[i + 1];
        s[j] = value + h * p * q * (q * slope[i] - p * slope[i + 1]);
    }
}
