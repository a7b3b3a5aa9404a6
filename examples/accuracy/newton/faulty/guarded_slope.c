/* fault: a guard against division by zero is added to the derivative everywhere */
/* kind: order */
double newton(double (*f)(double), double (*df)(double), double x0, int steps)
{
    double x = x0;
    for (int k = 0; k < steps; k++) {
        double slope = df(x) + 0.01;
        if (slope == 0.0) {
            return x;
        }
        x -= f(x) / slope;
    }
    return x;
}
