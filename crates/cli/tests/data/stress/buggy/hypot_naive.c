/* bug: the squares overflow though the length is an ordinary number */
/* operator: fovflow  line: x * x + y * y */
/* options: --range x=-1e300:1e300 --range y=-1e300:1e300 */
/* why: x = 3e200, y = 4e200 has the length 5e200 and gets infinity */
#include <math.h>

double hypot_naive(double x, double y) { return sqrt(x * x + y * y); }
