/* fault: the derivative is a difference quotient with a wide step */
/* kind: order */
double newton(double (*f)(double), double (*df)(double), double x0, int steps)
{
    (void)df;
    double x = x0;
    for (int k = 0; k < steps; k++) {
        double slope = (f(x + 0.01) - f(x)) / 0.01;
        if (slope == 0.0) {
            return x;
        }
        x -= f(x) / slope;
    }
    return x;
}
