/* options: --array x=8 --range x=-1000000:1000000 */
/* why: all sums are exact in 64 bits: at most 64 * 10^12 */
#include <stdint.h>

double variance_integers(const int32_t *x) {
    int64_t sum = 0, squares = 0;
    for (int i = 0; i < 8; i++) {
        sum += x[i];
        squares += (int64_t)x[i] * x[i];
    }
    return (double)(8 * squares - sum * sum) / 64.0;
}
