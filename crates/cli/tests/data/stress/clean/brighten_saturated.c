/* why: the sum is an int, and only what fits a byte is converted */
#include <stdint.h>

uint8_t brighten_saturated(uint8_t pixel, uint8_t amount) {
    int sum = pixel + amount;
    if (sum > 255) sum = 255;
    return (uint8_t)sum;
}
