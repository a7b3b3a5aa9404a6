/* bug: factorials overflow although the binomial coefficient is an ordinary number */
/* operator: fovflow  line: top = tgamma */
/* operator: fnan  line: top / bottom */
/* options: --range n=0:1000 --range k=0:1000 */
/* why: 200 over 100 is 9e58, but 200! is infinite in a double */
#include <math.h>

double binomial_gamma(int n, int k) {
    if (k < 0 || n < k) return 0.0;
    double top = tgamma(n + 1.0);
    double bottom = tgamma(k + 1.0) * tgamma(n - k + 1.0);
    return top / bottom;
}
