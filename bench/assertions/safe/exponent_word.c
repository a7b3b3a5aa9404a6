// safe: all doubles from 1 up to, and without, 2 have the biased exponent 1023.
#include <stdint.h>
#include <string.h>

int check(double x) {
    if (!(x >= 1.0 && x < 2.0)) return 0;
    uint64_t word;
    memcpy(&word, &x, sizeof word);
    int exponent = (int)(word >> 52) - 1023;
    if (!(exponent == 0)) return 1;  /* assert */
    return 0;
}
