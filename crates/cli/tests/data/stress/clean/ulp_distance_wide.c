/* why: differences of 32-bit words fit 64 bits */
#include <stdint.h>
#include <string.h>

static int64_t ordered(float x) {
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits < 0 ? (int64_t)INT32_MIN - bits : bits;
}

int ulp_distance_wide(float x, float y) {
    int64_t distance = ordered(x) - ordered(y);
    return distance <= 1 && distance >= -1;
}
