/* fault: the first point is never replaced */
/* kind: order */
double secant(double (*f)(double), double x0, double x1, int steps)
{
    double f0 = f(x0);
    double f1 = f(x1);
    for (int k = 0; k < steps; k++) {
        if (f1 == f0) {
            return x1;
        }
        double next = x1 - f1 * (x1 - x0) / (f1 - f0);
        x1 = next;
        f1 = f(x1);
    }
    return x1;
}
