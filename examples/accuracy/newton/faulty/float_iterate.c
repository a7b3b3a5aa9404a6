/* fault: x is a float */
/* kind: order */
double newton(double (*f)(double), double (*df)(double), double x0, int steps)
{
    float x = x0;
    for (int k = 0; k < steps; k++) {
        double slope = df(x);
        if (slope == 0.0) {
            return x;
        }
        x -= f(x) / slope;
    }
    return x;
}
