// kind: branch
// fault: the first comparison of the sort is missing
// shows at: a=0x1.94366eaad8ed7p+2, b=0x1.340eb5c44bbd1p+6, c=0x1.4d4e28da44706p+6
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
    order(&b, &c);
    order(&a, &b);
    if (c < a - b)
        return NAN;
    return 0.25 * sqrt((a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c)));
}
