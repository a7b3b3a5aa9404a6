/* bug: the rest of a packet that is shorter than its header is enormous */
/* operator: iuflow  line: length - 20u */
/* why: length = 10 leaves 4294967286 bytes, which pass as enough */
#include <stdint.h>

int length_left(uint32_t length, uint32_t wanted) {
    uint32_t left = length - 20u;
    return left >= wanted;
}
