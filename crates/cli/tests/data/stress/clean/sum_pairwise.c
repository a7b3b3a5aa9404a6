/* options: --array x=8 --range x=0:1e6 */
/* why: numbers that are not negative are added in pairs */

double sum_pairwise(const double *x) {
    double low = (x[0] + x[1]) + (x[2] + x[3]);
    double high = (x[4] + x[5]) + (x[6] + x[7]);
    return low + high;
}
