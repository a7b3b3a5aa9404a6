/* fault: the weights are rounded to four digits */
/* kind: order */
static const double node[3] = {0.11270166537925831, 0.5, 0.88729833462074169};
static const double weight[3] = {0.2778, 0.4444, 0.2778};

static double panel(double (*f)(double), double left, double right)
{
    double sum = 0.0;
    for (int k = 0; k < 3; k++) {
        double x = left + node[k] * (right - left);
        sum += weight[k] * f(x);
    }
    return (right - left) * sum;
}

double gauss_legendre(double (*f)(double), double a, double b, int n)
{
    double total = 0.0;
    double left = a;
    for (int i = 1; i <= n; i++) {
        double right = a + (b - a) * i / n;
        total += panel(f, left, right);
        left = right;
    }
    return total;
}
