/* Secant method with steps instead of points: the ratio of two values says how far the next step goes. */
double secant(double (*f)(double), double x0, double x1, int steps)
{
    double x = x1;
    double move = x1 - x0;
    double before = f(x0);
    double value = f(x1);
    while (steps > 0 && value != 0.0 && value != before) {
        double ratio = value / (before - value);
        move *= ratio;
        x += move;
        before = value;
        value = f(x);
        steps--;
    }
    return x;
}
