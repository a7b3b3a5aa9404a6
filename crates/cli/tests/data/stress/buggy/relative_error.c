/* bug: the relative error to a reference of zero divides by zero */
/* operator: div0  line: / fabs(reference) */
/* options: --range value=-1e6:1e6 --range reference=-1e6:1e6 */
/* why: a reference of 0 is an ordinary measurement */
#include <math.h>

double relative_error(double value, double reference) {
    return fabs(value - reference) / fabs(reference);
}
