/* options: --range a=1:1e4 --range b=1:1e4 */
/* why: exp gets a number below zero, and two positive numbers are added */
#include <math.h>

double log_sum_exp_shifted(double a, double b) {
    return fmax(a, b) + log1p(exp(-fabs(a - b)));
}
