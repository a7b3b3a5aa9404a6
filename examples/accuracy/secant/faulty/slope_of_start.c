/* fault: the slope of the first two points is used to the end */
/* kind: order */
double secant(double (*f)(double), double x0, double x1, int steps)
{
    double slope = (f(x1) - f(x0)) / (x1 - x0);
    for (int k = 0; k < steps; k++) {
        x1 -= f(x1) / slope;
    }
    return x1;
}
