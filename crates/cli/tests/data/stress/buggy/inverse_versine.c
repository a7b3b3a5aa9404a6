/* bug: 1 - cos(x) cancels for small x, down to zero */
/* operator: fcancel  line: 1.0 - cos(x) */
/* operator: div0  line: 1.0 / versine */
/* options: --range x=1e-9:3 */
/* why: at x = 1e-8 the cosine rounds to 1, and 2e16 becomes infinity */
#include <math.h>

double inverse_versine(double x) {
    double versine = 1.0 - cos(x);
    return 1.0 / versine;
}
