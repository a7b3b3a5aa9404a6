// safe: the sum is exact in double, and cut to the range of an int; adding what is not negative gives no less.
#include <limits.h>

int check(int a, int b) {
    double s = (double)a + (double)b;
    if (s > INT_MAX) s = INT_MAX;
    if (s < INT_MIN) s = INT_MIN;
    int r = (int)s;
    int ok = b >= 0 ? r >= a : r <= a;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
