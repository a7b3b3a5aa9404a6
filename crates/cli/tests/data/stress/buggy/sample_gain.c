/* bug: an amplified sample leaves 16 bits */
/* operator: ftoi  line: (int16_t) */
/* options: --range gain=0:4 */
/* why: a sample of 20000 times 2 is 40000 */
#include <stdint.h>

int16_t sample_gain(int16_t sample, float gain) {
    return (int16_t)(gain * (float)sample);
}
