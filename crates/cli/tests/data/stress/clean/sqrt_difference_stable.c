/* options: --range x=0:1e15 */
/* why: the difference of roots as a quotient with a sum, which is at least 1 */
#include <math.h>

double sqrt_difference_stable(double x) { return 1.0 / (sqrt(x + 1.0) + sqrt(x)); }
