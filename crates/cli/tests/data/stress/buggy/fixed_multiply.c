/* bug: the product of two numbers with 16 binary places needs 64 bits */
/* operator: iovflow,iuflow  line: a * b */
/* why: 256.0 * 256.0, which is 2^24 * 2^24, is 0 modulo 2^32 */
#include <stdint.h>

int32_t fixed_multiply(int32_t a, int32_t b) { return (a * b) >> 16; }
