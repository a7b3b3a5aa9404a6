// sorted sides and Kahan's order of operations
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
    return 0.25 * sqrt((a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c)));
}
