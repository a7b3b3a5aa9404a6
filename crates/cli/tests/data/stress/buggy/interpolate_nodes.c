/* bug: two equal nodes of a table divide by zero */
/* operator: div0  line: / (x1 - x0) */
/* options: --range x=0:100 --range x0=0:100 --range x1=0:100 --range y0=-10:10 --range y1=-10:10 */
/* why: a table with a step in it has the same node twice */

double interpolate_nodes(double x, double x0, double x1, double y0, double y1) {
    if (x < x0 || x > x1) return y0;
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0);
}
