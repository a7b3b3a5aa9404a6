/* bug: the size of an array is computed in 32 bits and only then widened */
/* operator: iovflow  line: count * size */
/* why: 65536 elements of 65536 bytes make a block of 0 bytes */
#include <stddef.h>
#include <stdint.h>

size_t alloc_product(uint32_t count, uint32_t size) {
    size_t bytes = count * size;
    return bytes;
}
