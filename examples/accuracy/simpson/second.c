/* Composite Simpson rule, pair of panels by pair of panels; the right value of a pair is the left one of the next. */
double simpson(double (*f)(double), double a, double b, int n)
{
    double width = 2.0 * (b - a) / n;
    double left = f(a);
    double sum = 0.0;
    for (int pair = 1; pair <= n / 2; pair++) {
        double end = a + pair * width;
        double middle = f(end - width / 2.0);
        double right = f(end);
        sum += left + 4.0 * middle + right;
        left = right;
    }
    return sum * width / 6.0;
}
