/* options: --range x=1e-9:3 */
/* why: 1 - cos(x) is twice the square of sin(x/2), without a difference */
#include <math.h>

double inverse_versine_half(double x) {
    double half = sin(0.5 * x);
    return 0.5 / (half * half);
}
