/* options: --range x=1:1e300 */
/* why: x - 1 and x + 1 are made from x itself, and their roots are multiplied */
#include <math.h>

double sqrt_square_factors(double x) { return sqrt(x - 1.0) * sqrt(x + 1.0); }
