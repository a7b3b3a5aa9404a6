/* options: --range a=1:1.7e308 --range b=1:1.7e308 */
/* why: each is halved before the sum */

double midpoint_halves(double a, double b) { return 0.5 * a + 0.5 * b; }
