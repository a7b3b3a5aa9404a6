/* atan2 for a motor controller: atan of the smaller ratio by a polynomial, then moved to its octant.
 * Fault: the octant below the negative x axis is told by y < 0 and x < -1 in place of x < 0. */
#include <math.h>

double atan2_fast(double y, double x) {
    double ax = fabs(x), ay = fabs(y);
    if (ax == 0.0 && ay == 0.0) return 0.0;
    double angle = ax >= ay ? atan(ay / ax) : M_PI_2 - atan(ax / ay);
    if (y >= 0.0) {
        if (x < 0.0) angle = M_PI - angle;
        return angle;
    }
    if (x < -1.0) angle = M_PI - angle;
    return -angle;
}
