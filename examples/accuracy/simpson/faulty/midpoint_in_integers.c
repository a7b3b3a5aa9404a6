/* fault: an integer division puts the middle of a panel at its left end */
/* kind: order */
double simpson(double (*f)(double), double a, double b, int n)
{
    double width = 2.0 * (b - a) / n;
    double sum = 0.0;
    for (int i = 0; i < n / 2; i++) {
        double left = f(a + i * width);
        double middle = f(a + (2 * i + 1) / 2 * width);
        double right = f(a + (i + 1) * width);
        sum += left + 4.0 * middle + right;
    }
    return sum * width / 6.0;
}
