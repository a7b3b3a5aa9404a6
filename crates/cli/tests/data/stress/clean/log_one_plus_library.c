/* options: --range x=-0.9:1e300 */
/* why: log1p sees x itself */
#include <math.h>

double log_one_plus_library(double x) { return log1p(x); }
