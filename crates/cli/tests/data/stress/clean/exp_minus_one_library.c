/* options: --range rate=-700:700 */
/* why: expm1 does not subtract, and 700 is below its overflow */
#include <math.h>

double exp_minus_one_library(double rate) { return expm1(rate); }
