/* bug: the smaller root is lost by cancellation when b*b is much greater than 4*a*c */
/* operator: fcancel  line: -b + root */
/* options: --range a=1:10 --range b=1:1e9 --range c=1:10 */
/* why: a = 1, b = 1e8, c = 1 gives -7.45e-9 instead of -1e-8 */
#include <math.h>

double quadratic_root(double a, double b, double c) {
    double inside = b * b - 4.0 * a * c;
    if (inside < 0.0) return 0.0;
    double root = sqrt(inside);
    return (-b + root) / (2.0 * a);
}
