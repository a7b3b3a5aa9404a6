/* bug: a product of small probabilities becomes zero, and its logarithm minus infinity */
/* operator: funflow  line: product *= p[i] */
/* options: --operators funflow --array p=8 --range p=1e-60:1 */
/* why: eight times 1e-50 is 1e-400 */
#include <math.h>

double likelihood(const double *p) {
    double product = 1.0;
    for (int i = 0; i < 8; i++) product *= p[i];
    return log(product);
}
