/* options: --range x=0:100 --range x0=0:100 --range x1=0:100 --range y0=1:10 --range y1=1:10 */
/* why: equal nodes are answered first, and the result stays between y0 and y1, away from zero */

double interpolate_guarded(double x, double x0, double x1, double y0, double y1) {
    if (x <= x0) return y0;
    if (x >= x1) return y1;
    return y0 + (y1 - y0) * ((x - x0) / (x1 - x0));
}
