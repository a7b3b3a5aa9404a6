/* options: --array a=4 --array b=4 */
/* why: a product of two 16-bit numbers fits an int, and the sum has 64 bits */
#include <stdint.h>

int64_t dot_int16_wide(const int16_t *a, const int16_t *b) {
    int64_t sum = 0;
    for (int i = 0; i < 4; i++) sum += a[i] * b[i];
    return sum;
}
