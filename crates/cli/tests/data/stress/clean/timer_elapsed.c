/* ubsan: the difference of two unsigned counters wraps, and is meant to */
/* why: modulo 2^32 the difference is right across the wrap of the counter */
#include <stdint.h>

uint32_t timer_elapsed(uint32_t start, uint32_t now) { return now - start; }
