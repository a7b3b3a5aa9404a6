/* bug: the distance in ulps is a difference of 32-bit words, which wraps for numbers of opposite signs */
/* operator: iovflow,iuflow  line: a - b */
/* why: 2.0f and -2.0f are 2^31 ulps apart, so the difference wraps and they are called neighbours */
#include <stdint.h>
#include <string.h>

static int32_t ordered(float x) {
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits < 0 ? INT32_MIN - bits : bits;
}

int ulp_distance(float x, float y) {
    int32_t a = ordered(x), b = ordered(y);
    int32_t distance = a - b;
    return distance <= 1 && distance >= -1;
}
