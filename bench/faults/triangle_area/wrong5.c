// kind: region
// fault: the expansion around the right angle is used for cosines up to 8e-4, a little too far for its two terms
// shows at: a=0x1.401f212d77319p+2, b=0x1.0000000000000p+2, c=0x1.8000000000000p+1
#include <math.h>

static void order(double *p, double *q)
{
    if (*p < *q) {
        double t = *p;
        *p = *q;
        *q = t;
    }
}

double triangle_area(double a, double b, double c)
{
    if (!(a >= 1.0 && a <= 100.0 && b >= 1.0 && b <= 100.0 && c >= 1.0 && c <= 100.0))
        return NAN;
    order(&a, &b);
    order(&b, &c);
    order(&a, &b);
    if (c < a - b)
        return NAN;
    double k = (b * b + c * c - a * a) / (2.0 * b * c);
    if (fabs(k) < 8e-4)
        return 0.5 * b * c * (1.0 - 0.5 * k * k);
    return 0.25 * sqrt((a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c)));
}
