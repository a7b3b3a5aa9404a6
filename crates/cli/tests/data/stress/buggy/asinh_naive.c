/* bug: for negative x the sum cancels, and the square overflows for large x */
/* operator: fcancel  line: log(x + root) */
/* operator: fovflow  line: x * x + 1.0 */
/* why: at x = -67886600.94408971 minus infinity comes out, right is -18.7 */
#include <math.h>

double asinh_naive(double x) {
    double root = sqrt(x * x + 1.0);
    return log(x + root);
}
