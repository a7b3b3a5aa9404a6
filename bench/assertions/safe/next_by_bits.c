// safe: the words of positive doubles are in the order of the doubles, and behind the greatest one comes infinity.
#include <stdint.h>
#include <string.h>

int check(double x) {
    if (!(x >= 0.0 && x - x == 0.0)) return 0;
    if (x == 0.0) return 0;
    uint64_t word;
    double next;
    memcpy(&word, &x, sizeof word);
    word += 1;
    memcpy(&next, &word, sizeof next);
    if (!(next > x)) return 1;  /* assert */
    return 0;
}
