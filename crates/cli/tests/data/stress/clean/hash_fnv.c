/* options: --array data=8 */
/* ubsan: the product of unsigned numbers wraps, and is meant to */
/* why: a hash is arithmetic modulo 2^32 */
#include <stdint.h>

uint32_t hash_fnv(const uint8_t *data) {
    uint32_t hash = 2166136261u;
    for (int i = 0; i < 8; i++) {
        hash ^= data[i];
        hash *= 16777619u;
    }
    return hash;
}
