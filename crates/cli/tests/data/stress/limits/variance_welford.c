/* options: --array x=8 --range x=1:1e6 */
/* why: a value that is equal to the rounded mean cancels, and then adds next to nothing to the variance */

double variance_welford(const double *x) {
    double mean = 0.0, squares = 0.0;
    for (int i = 0; i < 8; i++) {
        double delta = x[i] - mean;
        mean += delta / (i + 1.0);
        squares += delta * (x[i] - mean);
    }
    return squares / 8.0;
}
