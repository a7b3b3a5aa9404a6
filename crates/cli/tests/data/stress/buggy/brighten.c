/* bug: a bright pixel becomes dark */
/* operator: trunc  line: pixel + amount */
/* why: 200 + 100 is stored as 44 */
#include <stdint.h>

uint8_t brighten(uint8_t pixel, uint8_t amount) {
    return pixel + amount;
}
