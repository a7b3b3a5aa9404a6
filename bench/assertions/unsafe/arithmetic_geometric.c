// unsafe: a = 0x1.56c64f023bab4p+0, b = 0x1.56c64f023bab1p+0
#include <math.h>

int check(double a, double b) {
    if (!(a >= 1.0 && a <= 2.0)) return 0;
    if (!(b >= 1.0 && b <= 2.0)) return 0;
    double arithmetic = (a + b) / 2.0;
    double geometric = sqrt(a * b);
    if (!(arithmetic >= geometric)) return 1;  /* assert */
    return 0;
}
