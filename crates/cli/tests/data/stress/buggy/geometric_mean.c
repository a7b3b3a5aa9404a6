/* bug: the product overflows before the root makes it small again */
/* operator: fovflow  line: product *= x[i] */
/* options: --array x=8 --range x=1e-3:1e60 */
/* why: eight values of 1e50 */
#include <math.h>

double geometric_mean(const double *x) {
    double product = 1.0;
    for (int i = 0; i < 8; i++) product *= x[i];
    return pow(product, 0.125);
}
