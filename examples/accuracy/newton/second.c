/* Newton's method by recursion: one step, and the rest from there. */
double newton(double (*f)(double), double (*df)(double), double x0, int steps)
{
    double value = f(x0);
    if (steps <= 0 || value == 0.0) {
        return x0;
    }
    double slope = df(x0);
    return slope != 0.0 ? newton(f, df, x0 - value / slope, steps - 1) : x0;
}
