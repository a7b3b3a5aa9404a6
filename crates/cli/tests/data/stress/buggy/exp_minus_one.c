/* bug: exp(x) - 1 cancels for small x */
/* operator: fcancel  line: exp(rate) - 1.0 */
/* options: --range rate=1e-12:1 */
/* why: at 1e-10 seven digits are left */
#include <math.h>

double exp_minus_one(double rate) { return exp(rate) - 1.0; }
