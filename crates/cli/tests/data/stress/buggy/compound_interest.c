/* bug: the power overflows, and with it the difference of two capitals is no number */
/* operator: fovflow  line: double growth = pow */
/* operator: fnan  line: return capital * growth - capital * before */
/* options: --range rate=0:1 --range years=1:5000 --range capital=0:1e6 */
/* why: 100 % over 1100 years: both powers are infinite, and infinity minus infinity is NaN */
#include <math.h>

double compound_interest(double capital, double rate, int years) {
    double growth = pow(1.0 + rate, years);
    double before = pow(1.0 + rate, years - 1);
    return capital * growth - capital * before;
}
