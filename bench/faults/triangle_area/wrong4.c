// kind: special
// fault: two equal sides take a shortcut by Pythagoras that cancels when the third is nearly their sum
// shows at: a=0x1.fffcb923a29c7p+1, b=0x1.0000000000000p+1, c=0x1.0000000000000p+1
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
    if (b == c)
        return 0.5 * a * sqrt(fmax(b * b - 0.25 * a * a, 0.0));
    return 0.25 * sqrt((a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c)));
}
