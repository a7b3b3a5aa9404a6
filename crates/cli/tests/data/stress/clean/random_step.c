/* ubsan: the product of unsigned numbers wraps, and is meant to */
/* why: a linear congruential generator counts modulo 2^64; the shift leaves 31 bits */
#include <stdint.h>

uint32_t random_step(uint64_t state) {
    uint64_t next = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(next >> 33);
}
