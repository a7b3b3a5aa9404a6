/* why: 64 bits hold the magnitude of every int, and the divisor is tested */
#include <stdint.h>

int64_t gcd_wide(int u, int v) {
    int64_t a = u, b = v;
    if (a < 0) a = -a;
    if (b < 0) b = -b;
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
