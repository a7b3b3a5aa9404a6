/* options: --array data=8 */
/* why: the checksum is modulo 256, and the mask says so */
#include <stdint.h>

uint8_t checksum_mask(const uint8_t *data) {
    unsigned sum = 0;
    for (int i = 0; i < 8; i++) sum += data[i];
    return (uint8_t)(sum & 0xffu);
}
