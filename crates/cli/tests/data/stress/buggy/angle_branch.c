/* bug: a negative zero turns an angle by a whole circle */
/* operator: fnegzero  line: slope * (p - q) */
/* options: --operators fnegzero --range slope=-10:-1 --range p=0:10 --range q=0:10 */
/* why: p = q makes y = -0.0, and the angle is -pi instead of pi */
#include <math.h>

double angle_branch(double slope, double p, double q) {
    double y = slope * (p - q);
    return atan2(y, -1.0);
}
