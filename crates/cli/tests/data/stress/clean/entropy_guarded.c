/* options: --range p=0:1 */
/* why: an impossible event is answered before the logarithm */
#include <math.h>

double entropy_guarded(double p) {
    if (p <= 0.0) return 0.0;
    return -(p * log(p));
}
