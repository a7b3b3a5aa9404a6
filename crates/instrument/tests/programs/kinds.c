/* One branch of every kind that is told apart, each on a line of its own. */
#include <stdbool.h>
#include <stdint.h>

int kinds(double d, float f, long double l, int i, unsigned u, int64_t w, uint8_t c, bool b) {
    int n = 0;
    if (d < 1.5)
        n++;
    if (!(f >= 2))
        n++;
    if (l != 0)
        n++;
    if (i > -7)
        n++;
    if (u < 7)
        n++;
    if (w == 1LL << 40)
        n++;
    if (c & 4)
        n++;
    if ((u & 0xff00) == 0)
        n++;
    if (b)
        n++;
    if (!(d == d))
        n++;
    n += i < 0 ? -1 : 1;
    bool both = d > 0 && f > 0;
    while (n > 20)
        n -= 7;
    return n + both;
}

int cases(int x) {
    switch (x) {
    case 1:
        return 10;
    case 5:
    case 6:
        return 20;
    default:
        return 30;
    }
}

static const double limit = 0.6875;
static const double table[] = {0.125, 17};

int globals(double x) { return x > limit && x < table[1]; }
