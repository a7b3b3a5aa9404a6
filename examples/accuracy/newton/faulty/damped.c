/* fault: a damping factor is never switched off */
/* kind: order */
double newton(double (*f)(double), double (*df)(double), double x0, int steps)
{
    double x = x0;
    for (int k = 0; k < steps; k++) {
        double slope = df(x);
        if (slope == 0.0) {
            return x;
        }
        x -= 0.9 * f(x) / slope;
    }
    return x;
}
