/* bug: the half perimeter minus the longest side cancels for needles */
/* operator: fcancel  line: s * (s - a) */
/* options: --range a=1:100 --range b=1:100 --range c=1e-9:100 */
/* why: sides 1, 1 and 1e-9 leave few bits of s - a */
#include <math.h>

double heron_area(double a, double b, double c) {
    if (a < b || b < c || a >= b + c) return 0.0;
    double s = (a + b + c) / 2.0;
    return sqrt(s * (s - a) * (s - b) * (s - c));
}
