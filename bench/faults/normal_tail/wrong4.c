// kind: branch
// fault: the lower tail is not tested, so the series is used down to -8
// shows at: x=-0x1.f03320e311c80p+2
#include <math.h>

static double density(double x)
{
    double h = (float)x;
    return 0.3989422804014327 * exp(-0.5 * h * h) * exp(-0.5 * (x - h) * (x + h));
}

static double upper(double x)
{
    double f = 0.0;
    for (int n = 260; n >= 1; n--)
        f = n / (x + f);
    return density(x) / (x + f);
}

double normal_tail(double x)
{
    if (x > 2.0)
        return upper(x);
    double term = x;
    double sum = x;
    for (int n = 1; n < 60; n++) {
        term *= x * x / (2 * n + 1);
        sum += term;
    }
    return 0.5 - density(x) * sum;
}
