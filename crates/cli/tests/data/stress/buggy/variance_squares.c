/* bug: the variance as mean of squares minus square of mean cancels */
/* operator: fcancel  line: squares / 8.0 - mean * mean */
/* options: --array x=8 --range x=1:1e9 */
/* why: eight values near 1e9 that differ by 1 give a variance of 0, 128 or -128 */

double variance_squares(const double *x) {
    double sum = 0.0, squares = 0.0;
    for (int i = 0; i < 8; i++) {
        sum += x[i];
        squares += x[i] * x[i];
    }
    double mean = sum / 8.0;
    return squares / 8.0 - mean * mean;
}
