/* References in wider types for functions of the corpus. */
#include <math.h>

long long triangle(long long a, long long b, long long c) {
    if (a <= 0 || b <= 0 || c <= 0) return 4;
    if (a + b <= c || b + c <= a || a + c <= b) return 4;
    if (a == b && b == c) return 3;
    return a == b || b == c || a == c ? 2 : 1;
}

long double hypot_naive(long double x, long double y) { return sqrtl(x * x + y * y); }

long long two_numbers(long long a, long long b) { return a + b; }
