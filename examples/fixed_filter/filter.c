/* One step of a low-pass filter: y + a (x - y), samples in Q16, coefficient in Q15. */
#include <stdint.h>

/* Correct: the product has 64 bits, and the shift loses less than one step. */
int32_t filter(int32_t y, int32_t x, int16_t a) { return y + (int32_t)(((int64_t)a * (x - y)) >> 15); }

/* Wrong: the product wraps at 32 bits. */
int32_t filter_wraps(int32_t y, int32_t x, int16_t a) {
    return y + ((int32_t)((uint32_t)a * (uint32_t)(x - y)) >> 15);
}

/* Wrong: a constant that should round is added after the shift, and the result is two steps too high. */
int32_t filter_rounds(int32_t y, int32_t x, int16_t a) { return y + (int32_t)(((int64_t)a * (x - y)) >> 15) + 2; }
