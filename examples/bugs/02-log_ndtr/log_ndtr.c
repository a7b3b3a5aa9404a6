/* Logarithm of the normal distribution function. */
#include <math.h>

/* Faulty: for positive x the argument of log is nearly 1, and what is left of the tail is lost. */
double log_ndtr_log(double x) { return log(0.5 * erfc(-x / sqrt(2))); }

/* Corrected: for positive x the tail is computed, not what it leaves. */
double log_ndtr(double x) { return x > 0 ? log1p(-0.5 * erfc(x / sqrt(2))) : log(0.5 * erfc(-x / sqrt(2))); }
