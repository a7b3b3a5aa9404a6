/* Each function has sides that few inputs or none can take. */
#include <math.h>
#include <string.h>

int scattered(unsigned n) {
    if (n * 2654435761u == 0xcafebabeu) return 1;
    return 0;
}

int square_below(float x) {
    if (x > 2) {
        if (x * x < 3) return 1;
    }
    return 0;
}

int parity(unsigned n) {
    if ((n * (n + 1)) & 1) return 1;
    return 0;
}

int wide_trip(int n) {
    if ((int)(double)n != n) return 1;
    return 0;
}

int narrow_trip(int n) {
    if (n > 16777216 && n < 16777300) {
        if ((int)(float)n != n) return 1;
    }
    return 0;
}

int counted(int n) {
    int sum = 0;
    for (int i = 0; i < 12; i++) sum += i * (n | 1) - i * (n | 1);
    if (sum != 0) return 1;
    return 0;
}

int bounded(int n) {
    int i = 0;
    if (n < 0 || n > 20) return 2;
    while (i < n) i++;
    if (i != n) return 1;
    return 0;
}

int endless(int n) {
    int i = 0;
    while (i < n) i++;
    if (i < 0) return 1;
    return 0;
}

int magnitude(double x) {
    if (fabs(x) < 0) return 1;
    return 0;
}

int root(double x) {
    if (sqrt(x) == 1.5) return 1;
    return 0;
}

int word(double x) {
    unsigned long long bits;
    memcpy(&bits, &x, 8);
    if ((bits >> 32) == 0x7ff80123u) return 1;
    return 0;
}

static int helper(int a, int b) {
    if (a == 1234567) {
        if (b == a - 7654321) return 1;
    }
    return 0;
}

int calls(int a, int b) { return helper(a ^ 0x55555555, b) + helper(b, a); }

int behind(const int *p) {
    if (*p * 3 == 1000000001) return 1;
    return 0;
}

int quotient(int a, int b) {
    int q = a / b;
    if (b == 0) return 1;
    return q;
}

int rounded(double x) {
    double whole = floor(x);
    if (whole > x) return 1;
    return 0;
}

int any_sine(double x) {
    if (sin(x) > 2) return 1;
    return 0;
}

int sum_of_three(float a, float b, float c) {
    if (a > 0.25f && a < 0.75f && b > 0.25f && b < 0.75f && c > 0.25f && c < 0.75f) {
        if ((a + b) + c > 3) return 1;
    }
    return 0;
}

int filled(int n) {
    int squares[8];
    for (int i = 0; i < 8; i++) squares[i] = i * i;
    if (squares[n & 7] > 49) return 1;
    if (squares[n & 7] == 25) return 2;
    return 0;
}

int changed(unsigned n, int x) {
    int cells[4] = {1, 2, 3, 4};
    cells[n % 4] = x;
    if (cells[0] + cells[1] + cells[2] + cells[3] - x > 9) return 1;
    if (cells[n % 4] != x) return 2;
    return 0;
}

int strayed(int n, int x) {
    int after = 5, cells[4] = {1, 2, 3, 4};
    cells[n] = x;
    if (after + cells[0] > 6) return 1;
    return 0;
}

int read_outside(int n) {
    int cells[4] = {1, 2, 3, 4};
    if (cells[n] > 4) return 1;
    return 0;
}

int halves(unsigned n) {
    unsigned short cells[4] = {1, 2, 3, 4};
    unsigned char *bytes = (unsigned char *)cells;
    bytes[n % 8] = 0xff;
    if (cells[0] == 7) return 1;
    return 0;
}

int written(const double x[4], double out[4], int n) {
    for (int i = 0; i < 4; i++) out[i] = x[i] * 0;
    if (out[2] > 0) return 1;
    if ((n * (n + 1)) & 1) return 2;
    return 0;
}

static const double KNOTS[5] = {0.0, 0.25, 0.5, 0.75, 1.0};

int looked_up(double x) {
    if (!(x >= 0 && x < 1)) return 0;
    int cell = (int)(x * 4);
    if (KNOTS[cell] > x) return 1;
    if (KNOTS[cell + 1] < x) return 2;
    return 0;
}
