/* Fault: the formula of the textbook for either sign. For large negative x the sum under the logarithm cancels. */
#include <math.h>

double asinh_log(double x) { return log(x + sqrt(x * x + 1.0)); }
