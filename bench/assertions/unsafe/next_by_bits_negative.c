// unsafe: x = -0x1p+0
#include <stdint.h>
#include <string.h>

int check(double x) {
    if (!(x - x == 0.0)) return 0;
    uint64_t word;
    double next;
    memcpy(&word, &x, sizeof word);
    word += 1;
    memcpy(&next, &word, sizeof next);
    if (!(next > x)) return 1;  /* assert */
    return 0;
}
