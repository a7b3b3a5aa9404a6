/* bug: two roots that are nearly equal are subtracted */
/* operator: fcancel  line: sqrt(x + 1.0) - sqrt(x) */
/* options: --range x=0:1e15 */
/* why: at x = 1e15 the answer has one digit that is right */
#include <math.h>

double sqrt_difference(double x) { return sqrt(x + 1.0) - sqrt(x); }
