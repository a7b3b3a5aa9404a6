/* The cube root by Newton's method from a line through the ends of [1, 8).
 * Fault: two steps are enough near the ends of the range only. */
#include <math.h>

double cbrt_newton(double x) {
    if (x == 0.0) return x;
    int e, third;
    double m = frexp(fabs(x), &e) * 2.0; /* 1 <= m < 2 */
    e -= 1;
    third = e >= 0 ? e / 3 : -((2 - e) / 3);
    m = ldexp(m, e - 3 * third); /* 1 <= m < 8 */
    double y = 1.0 + (m - 1.0) / 7.0;
    for (int k = 0; k < 2; k++) y = (2.0 * y + m / (y * y)) / 3.0;
    return copysign(ldexp(y, third), x);
}
