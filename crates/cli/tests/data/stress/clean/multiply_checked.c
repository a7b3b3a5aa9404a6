/* why: the compiler's own checked product; nothing is stored where it overflows */
#include <limits.h>

int multiply_checked(int a, int b) {
    int product;
    if (__builtin_mul_overflow(a, b, &product)) return (a < 0) == (b < 0) ? INT_MAX : INT_MIN;
    return product;
}
