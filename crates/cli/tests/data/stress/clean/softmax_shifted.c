/* options: --array x=4 --array out=4 --range x=-1e3:1e3 */
/* why: the greatest is subtracted, so exp is at most 1 and the sum at least 1 */
#include <math.h>

void softmax_shifted(const double *x, double *out) {
    double greatest = x[0], sum = 0.0;
    for (int i = 1; i < 4; i++) greatest = fmax(greatest, x[i]);
    for (int i = 0; i < 4; i++) {
        out[i] = exp(x[i] - greatest);
        sum += out[i];
    }
    for (int i = 0; i < 4; i++) out[i] = out[i] / sum;
}
