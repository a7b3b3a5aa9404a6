/* options: --range x=-1e300:1e300 --range y=-1e300:1e300 */
/* why: the ratio lies between 0 and 1, and its square may vanish beside 1 */
#include <math.h>

double hypot_scaled(double x, double y) {
    double large = fmax(fabs(x), fabs(y)), small = fmin(fabs(x), fabs(y));
    if (large == 0.0) return 0.0;
    double ratio = small / large;
    return large * sqrt(1.0 + ratio * ratio);
}
