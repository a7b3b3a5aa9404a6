// kind: overflow
// fault: the convergents of the continued fraction are built forward without scaling and overflow
// shows at: x=0x1.f9b3219910820p+3
#include <math.h>

static double density(double x)
{
    double h = (float)x;
    return 0.3989422804014327 * exp(-0.5 * h * h) * exp(-0.5 * (x - h) * (x + h));
}

static double upper(double x)
{
    double p0 = 0.0, p1 = 1.0;
    double q0 = 1.0, q1 = x;
    for (int n = 1; n <= 260; n++) {
        double p = x * p1 + n * p0;
        double q = x * q1 + n * q0;
        p0 = p1;
        p1 = p;
        q0 = q1;
        q1 = q;
    }
    return density(x) * p1 / q1;
}

double normal_tail(double x)
{
    if (x > 2.0)
        return upper(x);
    if (x < -2.0)
        return 1.0 - upper(-x);
    double term = x;
    double sum = x;
    for (int n = 1; n < 60; n++) {
        term *= x * x / (2 * n + 1);
        sum += term;
    }
    return 0.5 - density(x) * sum;
}
