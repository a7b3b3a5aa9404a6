/* bug: exp overflows, and infinity over infinity is no probability */
/* operator: fovflow  line: exp(x[i]) */
/* operator: fnan  line: out[i] / sum */
/* options: --array x=4 --array out=4 --range x=-1e3:1e3 */
/* why: x = 800 gives NaN where the probability is 1 */
#include <math.h>

void softmax_naive(const double *x, double *out) {
    double sum = 0.0;
    for (int i = 0; i < 4; i++) {
        out[i] = exp(x[i]);
        sum += out[i];
    }
    for (int i = 0; i < 4; i++) out[i] = out[i] / sum;
}
