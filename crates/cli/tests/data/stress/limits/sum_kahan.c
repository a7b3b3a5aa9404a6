/* options: --array x=8 --range x=1:1e6 */
/* why: the compensation is the rounding error of a sum: inexact operands that cancel on purpose */

double sum_kahan(const double *x) {
    double sum = 0.0, lost = 0.0;
    for (int i = 0; i < 8; i++) {
        double value = x[i] - lost;
        double next = sum + value;
        lost = (next - sum) - value;
        sum = next;
    }
    return sum;
}
