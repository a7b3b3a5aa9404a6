/* options: --array p=8 --range p=1e-60:0.5 */
/* why: logarithms are added, all of them negative */
#include <math.h>

double likelihood_logs(const double *p) {
    double sum = 0.0;
    for (int i = 0; i < 8; i++) sum += log(p[i]);
    return sum;
}
