/* bug: the term of an impossible event is 0 times minus infinity */
/* operator: fnan,fovflow,div0  line: p * log(p) */
/* options: --range p=0:1 */
/* why: p = 0, where the term is 0 in the limit */
#include <math.h>

double entropy_term(double p) { return -(p * log(p)); }
