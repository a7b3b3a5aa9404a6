/* fault: one step is not made */
/* kind: constant */
double newton(double (*f)(double), double (*df)(double), double x0, int steps)
{
    double x = x0;
    for (int k = 1; k < steps; k++) {
        double slope = df(x);
        if (slope == 0.0) {
            return x;
        }
        x -= f(x) / slope;
    }
    return x;
}
