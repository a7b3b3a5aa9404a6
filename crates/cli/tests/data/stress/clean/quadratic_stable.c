/* options: --range a=1:1000 --range b=-1e6:1e6 --range c=-1000:-1 */
/* why: a*c is negative, so the discriminant is a sum; b and the root are added with the same sign */
#include <math.h>

double quadratic_stable(double a, double b, double c) {
    double root = sqrt(b * b - 4.0 * a * c);
    double q = -0.5 * (b + copysign(root, b));
    return c / q;
}
