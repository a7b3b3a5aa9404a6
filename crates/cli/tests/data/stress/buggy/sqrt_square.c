/* bug: the square overflows for large x, and its rounding error is all that is left near 1 */
/* operator: fovflow  line: x * x - 1.0 */
/* operator: fcancel  line: x * x - 1.0 */
/* options: --range x=1:1e300 */
/* why: at x = 1e200 the answer is about 1e200, and infinity comes out */
#include <math.h>

double sqrt_square(double x) { return sqrt(x * x - 1.0); }
