/* why: the length is tested before the difference */
#include <stdint.h>

int length_left_checked(uint32_t length, uint32_t wanted) {
    if (length < 20u) return 0;
    return length - 20u >= wanted;
}
