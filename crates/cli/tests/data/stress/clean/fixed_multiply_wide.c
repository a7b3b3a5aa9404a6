/* why: the product has 64 bits, and what does not fit is saturated */
#include <stdint.h>

int32_t fixed_multiply_wide(int32_t a, int32_t b) {
    int64_t product = (int64_t)a * b / 65536;
    if (product > INT32_MAX) return INT32_MAX;
    if (product < INT32_MIN) return INT32_MIN;
    return (int32_t)product;
}
