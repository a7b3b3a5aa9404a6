/* bug: a sum of products of 16-bit numbers needs more than 32 bits */
/* operator: iovflow  line: sum += a[i] * b[i] */
/* options: --array a=4 --array b=4 */
/* why: two products of -32768 * -32768 make 2^31 */
#include <stdint.h>

int32_t dot_int16(const int16_t *a, const int16_t *b) {
    int32_t sum = 0;
    for (int i = 0; i < 4; i++) sum += a[i] * b[i];
    return sum;
}
