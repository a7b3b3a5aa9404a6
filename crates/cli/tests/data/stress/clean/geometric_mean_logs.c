/* options: --array x=8 --range x=2:1e60 */
/* why: the logarithms are positive and small, and their mean is that of a number up to 1e60 */
#include <math.h>

double geometric_mean_logs(const double *x) {
    double sum = 0.0;
    for (int i = 0; i < 8; i++) sum += log(x[i]);
    return exp(sum / 8.0);
}
