/* Sides that nothing can reach, and sides that only undefined behaviour seems to forbid. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int masked(unsigned x) {
    switch (x & 3) {
    case 0: return 1;
    case 1: return 2;
    case 2: return 3;
    case 3: return 4;
    default: return 5;
    }
}

int signs(double y, double x) {
    union { double d; uint64_t w; } a = {y}, b = {x};
    int m = (int)(a.w >> 63) | (int)(b.w >> 62 & 2);
    switch (m) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    case 3: return 3;
    }
    return -1;
}

int nested(int x) {
    if (x > 10)
        if (x < 5)
            return 1;
    return 0;
}

int square(double x) {
    if (x * x < 0)
        return 1;
    return 0;
}

/* A square that wraps can be negative, but it is never 3 modulo 4. */
int wrapped(int x) {
    int y = (int)((unsigned)x * (unsigned)x);
    if (y < 0)
        return 1;
    if (y == -1)
        return 2;
    return 0;
}

int overflows(int x) {
    if (x + 1 < x)
        return 1;
    return 0;
}

int uninitialised(int x) {
    int y;
    if (x > 3)
        y = 1;
    if (y == 77)
        return 1;
    return 0;
}

int divides(int x, int y) {
    int near = 0;
    if (y == 0)
        near = 1;
    int z = x / y;
    return z + near;
}

int converts(double x) {
    int n = (int)x;
    if (n == -2147483647 - 1)
        return 1;
    return 0;
}

int shifts(unsigned n) {
    unsigned x = 1u << n;
    if (n > 40)
        return (int)x;
    return 0;
}

int null(int *p) {
    int x = *p;
    if (!p)
        return -1;
    return x;
}

int ranged(int n, double x) {
    if (n < 0)
        return 1;
    if (x < 0)
        return 2;
    return 0;
}

static int helper(int x) {
    if (x < 0)
        return 1;
    return 0;
}
int calls(void) { return helper(1); }

/* The path behind the condition is undefined; the condition itself can still be true. */
int ends_badly(int x, int *p) {
    if (x == 5)
        return 7 / (x - 5);
    if (x == 6)
        __builtin_unreachable();
    if (x == 7)
        *(int *)0 = 1;
    int table[4] = {1, 2, 3, 4};
    if (x > 7)
        return table[x];
    for (unsigned i = x; i != 0; i += 2) {
    }
    if (x & 1)
        return p[x];
    return 0;
}

/* A float comparison and its opposite are both false for NaN. */
int neither(double x) {
    if (x < 0)
        return -1;
    if (x >= 0)
        return 1;
    return 0;
}

int wide(unsigned u, unsigned char c) {
    if (u > 4000000000u)
        return 1;
    if (u < 10)
        return 2;
    if (c == 200)
        return 3;
    return 0;
}

int descends(int n) {
    if (n < 0)
        return 0;
    return 1 + descends(n - 1);
}

/* Promises that nobody keeps. In each function some argument gets to every side, by one of the usual compilers. */
int promised(int x) {
    __builtin_assume(x > 0);
    return x < 0 ? 1 : 0;
}

int zeros(unsigned x) { return __builtin_ctz(x) == 32 ? 1 : 0; }

int shifted_far(int x) {
    int y = x << 33;
    return y == 12345 ? 1 : 0;
}

int allocated(unsigned long size) {
    char *p = malloc(size);
    if (!p) return 1;
    free(p);
    return 0;
}

int power_or_product(double x) { return pow(x, 2.0) < x * x ? 1 : 0; }

__attribute__((weak)) int replaceable(int x) { return x & 0; }
int asks_weak(int x) { return replaceable(x) ? 1 : 0; }

static int isdigit(int c) { return c == 24715069; }
int own_isdigit(int c) { return isdigit(c) && c > 1000 ? 1 : 0; }

int two_operations(double x) {
    if (x == 5.0) {
        double a = 0.1, b = 10;
        if (a * b - 1.0 == 0) return 1;
    }
    return 0;
}
