/* why: the shift is below the width, and the bit stays in the word */
#include <stdint.h>

uint32_t bit_mask_unsigned(unsigned bit) { return (uint32_t)1 << (bit & 31u); }
