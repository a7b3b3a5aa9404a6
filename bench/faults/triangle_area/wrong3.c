// kind: lastulps
// fault: the inner brackets are left out, so the small factor carries a rounding error
// shows at: a=0x1.0bdcd116f6dbep+6, b=0x1.74e6b9fd3e728p+6, c=0x1.a427fcc124cdfp+4
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
    return 0.25 * sqrt((a + (b + c)) * fmax(c - a + b, 0.0) * (c + a - b) * (a + (b - c)));
}
