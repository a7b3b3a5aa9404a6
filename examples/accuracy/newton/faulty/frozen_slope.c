/* fault: the derivative is computed once */
/* kind: order */
double newton(double (*f)(double), double (*df)(double), double x0, int steps)
{
    double x = x0;
    double slope = df(x0);
    for (int k = 0; k < steps; k++) {
        if (slope == 0.0) {
            return x;
        }
        x -= f(x) / slope;
    }
    return x;
}
