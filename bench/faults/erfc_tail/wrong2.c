// kind: cutoff
// fault: one digit in the threshold between series and continued fraction is wrong: 2 for 1
// shows at: x=0x1.e5d9a00388b9cp+0
#include <math.h>

/* exp(-x*x) with the rounding error of the square put back */
static double gauss(double x)
{
    double h = (float)x;
    return exp(-h * h) * exp(-(x - h) * (x + h));
}

static double tail(double x)
{
    double f = 0.0;
    for (int n = 400; n >= 1; n--)
        f = 0.5 * n / (x + f);
    return gauss(x) / (1.772453850905516 * (x + f));
}

double erfc_tail(double x)
{
    if (x > 0x1.0p1)
        return tail(x);
    if (x < -0x1.0p0)
        return 2.0 - tail(-x);
    double term = x;
    double sum = x;
    for (int n = 1; n < 60; n++) {
        term *= 2.0 * x * x / (2 * n + 1);
        sum += term;
    }
    return 1.0 - 1.1283791670955126 * gauss(x) * sum;
}
