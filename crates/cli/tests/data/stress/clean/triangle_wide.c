/* why: the sums have 64 bits */
#include <stdint.h>

int triangle_wide(int a, int b, int c) {
    int kind = 0;
    if (a <= 0 || b <= 0 || c <= 0) return 4;
    if (a == b) kind += 1;
    if (a == c) kind += 2;
    if (b == c) kind += 3;
    if (kind == 0) {
        if ((int64_t)a + b <= c) return 4;
        if ((int64_t)b + c <= a) return 4;
        if ((int64_t)a + c <= b) return 4;
        return 1;
    }
    if (kind > 3) return 3;
    if (kind == 1 && (int64_t)a + b > c) return 2;
    if (kind == 2 && (int64_t)a + c > b) return 2;
    if (kind == 3 && (int64_t)b + c > a) return 2;
    return 4;
}
