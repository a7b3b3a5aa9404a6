/* bug: exp overflows though the logarithm of the sum is an ordinary number */
/* operator: fovflow  line: exp(a) + exp(b) */
/* options: --range a=-1e4:1e4 --range b=-1e4:1e4 */
/* why: a = b = 1000 gives infinity, right is 1000.69 */
#include <math.h>

double log_sum_exp(double a, double b) { return log(exp(a) + exp(b)); }
