/* bug: 1 + x forgets a small x before the logarithm sees it */
/* operator: fabsorb  line: log(1.0 + x) */
/* options: --operators fabsorb --range x=1e-20:1 */
/* why: at x = 1e-17 the answer is 0 */
#include <math.h>

double log_one_plus(double x) { return log(1.0 + x); }
