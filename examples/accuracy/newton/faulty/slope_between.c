/* fault: the derivative is that at the middle between the point and the start */
/* kind: order */
double newton(double (*f)(double), double (*df)(double), double x0, int steps)
{
    double x = x0;
    for (int k = 0; k < steps; k++) {
        double slope = df((x + x0) / 2.0);
        if (slope == 0.0) {
            return x;
        }
        x -= f(x) / slope;
    }
    return x;
}
