/* Leaves subnormals flushed to zero, and answers. */
#include <xmmintrin.h>

double f(double x) {
    if (x == 3) {
        _mm_setcsr(_mm_getcsr() | 0x8040);
    }
    return x + 0.5;
}
