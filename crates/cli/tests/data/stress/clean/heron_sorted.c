/* options: --range a=1:100 --range b=1:100 --range c=1e-9:100 */
/* why: b <= a <= 2b makes a - b exact, so the difference that cancels has exact operands */
#include <math.h>

double heron_sorted(double a, double b, double c) {
    if (a < b || b < c || a > 2.0 * b) return 0.0;
    double needle = c - (a - b);
    if (needle <= 0.0) return 0.0;
    return 0.25 * sqrt((a + (b + c)) * needle * (c + (a - b)) * (a + (b - c)));
}
