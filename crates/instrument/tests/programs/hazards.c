/* One small function for each operator; the tests know where each dies. */
#include <math.h>
#include <stdlib.h>

int sum(int a, int b) { return a + b; }
int difference(int a, int b) { return a - b; }
int product(int a, int b) { return a * b; }
int negation(int a) { return -a; }
int magnitude(int a) { return abs(a); }
int quotient(int a, int b) { return a / b; }
int rest(int a, int b) { return a % b; }
int shifted(int a, int n) { return a << n; }
unsigned mixed(unsigned a, int n) { return a << n; }
long wide(long a, long b) { return a + b; }

/* Wrap-around of unsigned numbers counts where the result is compared; not where it is a hash. */
int compared(unsigned a, unsigned b) { return a - b > 10; }
unsigned hash(unsigned a, unsigned b) { return (a * 31 + b) ^ (a << 7); }
unsigned down(unsigned n) {
    unsigned steps = 0;
    while (n-- > 0) steps++;
    return steps;
}

short narrow(int a) { return a; }
unsigned char byte(int a) { return a; }
unsigned positive(int a) { return a; }
int negative(unsigned a) { return a; }
int explicit_cast(long a) { return (int)a; }
unsigned char masked(int a) { return a & 0xff; }

int integer(double x) { return x; }
unsigned natural(float x) { return x; }
long far_integer(double x) { return x; }

double ratio(double a, double b) { return a / b; }
double scaled(double a, double b) { return a * b; }
float narrowed(double a) { return a; }
double added(double a, double b) { return a + b; }
double root(double x) { return sqrt(x); }
double logarithm(double x) { return log(x); }
double exponential(double x) { return exp(x); }
double power(double x, double y) { return pow(x, y); }
double arc(double x) { return asin(x); }
float exponential_f(float x) { return expf(x); }
long double product_l(long double a, long double b) { return a * b; }

/* (x + 1) - x: the sum is rounded for large x, and the difference cancels. Differences of the inputs themselves are exact. */
double cancels(double x) { return (x + 1.1) - x; }
double exact_difference(double a, double b) { return a - b; }
double same(double a) { double b = a * 1.1; return b - b; }
double discriminant(double a, double b, double c) { return b * b - 4 * a * c; }
double mean_loop(double x, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += x;
    return s - n * x;
}

/* The first overflow of three is the one to keep. */
int three(int a) {
    int s = 0;
    for (int i = 0; i < 3; i++) s += a + i;
    return s;
}

/* A field of four bits is narrower than its type. */
struct bits { unsigned low : 4; };
unsigned field(unsigned a) {
    struct bits b;
    b.low = a;
    return b.low;
}

/* Guards that a proof can use. */
int guarded(int a, int b) {
    if (a < 0 || a > 1000 || b < 0 || b > 1000) return 0;
    return a + b + a * b;
}
int unguarded(int a, int b) {
    if (a < 0 || a > 1000 || b < 0) return 0;
    return a + b;
}
int in_64_bits(int a, int b) {
    long s = (long)a + b;
    return s > 100;
}
int safe_division(int a, int b) { return b > 0 ? a / b : 0; }
int saturated(long a) {
    if (a > 2147483647 || a < -2147483648) return 0;
    return (int)a;
}
double safe_root(double x) { return x >= 0 ? sqrt(x) : 0; }
double bounded(double x, double y) { return exp(x) * y + x / (y + 2.0); }
double square_root_of_sum(double x, double y) { return sqrt(x * x + y * y); }
int index_of(double x) {
    if (!(x >= 0 && x < 100)) return -1;
    return (int)x;
}
double loop(double x) {
    double s = 0;
    for (int i = 0; i < 10; i++) s = s * 0.5 + x;
    return s;
}
int midpoint(int lo, int hi) { return (lo + hi) / 2; }
int safe_midpoint(int lo, int hi) { return lo <= hi && lo >= 0 ? lo + (hi - lo) / 2 : 0; }

double discriminant_of_two(double a, double b) { return sqrt(a * a - 4 * b) / (2 * a) + fmin(a, b) + floor(b); }
double mean_of_loop(double x, int n) {
    double s = 0;
    for (int i = 0; i < n && i < 20; i++) {
        double d = x - i * 0.1;
        if (fabs(d) > 1e-3) s += 1 / d + log(fabs(d));
        else s -= exp(d);
    }
    return (int)s / 3.0;
}

/* Calls one of the functions above, so that one library serves many tests. */
void any(int which, double a, double b) {
    switch (which) {
    case 0: sum(a, b); break;
    case 1: wide(a, b); break;
    case 2: difference(a, b); break;
    case 3: product(a, b); break;
    case 4: negation(a); break;
    case 5: magnitude(a); break;
    case 6: quotient(a, b); break;
    case 7: rest(a, b); break;
    case 8: shifted(a, b); break;
    case 9: mixed(a, b); break;
    case 10: compared(a, b); break;
    case 11: narrow(a); break;
    case 12: byte(a); break;
    case 13: positive(a); break;
    case 14: negative(a); break;
    case 15: explicit_cast(a); break;
    case 16: integer(a); break;
    case 17: natural(a); break;
    case 18: far_integer(a); break;
    case 19: ratio(a, b); break;
    case 20: scaled(a, b); break;
    case 21: narrowed(a); break;
    case 22: exponential(a); break;
    case 23: exponential_f(a); break;
    case 24: root(a); break;
    case 25: arc(a); break;
    }
}

double root_of_angle(double x) {
    double y = x * 0.0;
    return sqrt(atan2(y, -1.0));
}

unsigned unsigned_difference(unsigned a, unsigned b) { return a - b; }

int unused_quotient(int a, int b) {
    int unused = a / b;
    return a;
}

int never_written(int x) {
    int y;
    if (x > 3) y = x;
    return y;
}
