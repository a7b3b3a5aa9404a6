/* fault: every second point is left out, as if n counted pairs already */
/* kind: constant */
double simpson(double (*f)(double), double a, double b, int n)
{
    int pairs = (n + 2) / 4;
    double width = (b - a) / pairs;
    double left = f(a);
    double sum = 0.0;
    for (int pair = 1; pair <= pairs; pair++) {
        double end = a + pair * width;
        double middle = f(end - width / 2.0);
        double right = f(end);
        sum += left + 4.0 * middle + right;
        left = right;
    }
    return sum * width / 6.0;
}
