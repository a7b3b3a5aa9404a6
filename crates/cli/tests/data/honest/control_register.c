// Flags that are read from the control register are those of the code, not of the probes.
// run: cover
// says not: result = 7
#include <xmmintrin.h>
int f(double x) {
    _mm_setcsr(_mm_getcsr() & ~0x3fu);
    double y = x + 0.0;
    if (y < 1e10) y = -y;
    if (_mm_getcsr() & 0x20) return 7;
    return y > 0;
}
