/* options: --range x=-1e150:1e150 */
/* why: the magnitude goes through log1p, and only positive numbers are added */
#include <math.h>

double asinh_sign(double x) {
    double a = fabs(x);
    double square = a * a;
    return copysign(log1p(a + square / (1.0 + sqrt(1.0 + square))), x);
}
