/* Loops to convergence, quadratic and cubic equations. */
#include <math.h>

/* Real roots of a x^2 + b x + c; their number, or -1 if every x is one. */
int quadratic(double a, double b, double c, double *r1, double *r2) {
    if (a == 0.0) {
        if (b == 0.0) return c == 0.0 ? -1 : 0;
        *r1 = -c / b;
        return 1;
    }
    double d = b * b - 4.0 * a * c;
    if (d < 0.0) return 0;
    if (d == 0.0) {
        *r1 = -b / (2.0 * a);
        return 1;
    }
    double q = b >= 0.0 ? -0.5 * (b + sqrt(d)) : -0.5 * (b - sqrt(d));
    *r1 = q / a;
    *r2 = c / q;
    return 2;
}

/* Real roots of x^3 + p x + q, counted by the discriminant. */
int cubic(double p, double q) {
    double d = 4.0 * p * p * p + 27.0 * q * q;
    if (isnan(d)) return -1;
    if (d > 0.0) return 1;
    if (d < 0.0) return 3;
    if (p == 0.0) return 1;
    return 2;
}

/* Newton's square root: ends when it stands still, or after too many steps. */
double newton_root(double x, int *steps) {
    *steps = 0;
    if (!(x > 0.0)) return x == 0.0 ? 0.0 : -1.0;
    double r = x > 1.0 ? x : 1.0;
    for (int i = 0; i < 100; i++) {
        double next = 0.5 * (r + x / r);
        if (next == r) return r;
        r = next;
        ++*steps;
    }
    return r;
}

/* Bisection on [a, b] for cos(x) = x / k. */
int bisect(double a, double b, double k) {
    if (!(a < b) || k == 0.0) return -1;
    double fa = cos(a) - a / k, fb = cos(b) - b / k;
    if (fa == 0.0 || fb == 0.0) return 0;
    if ((fa < 0.0) == (fb < 0.0)) return -2;
    int n = 0;
    while (b - a > 1e-12 && n < 200) {
        double m = a + 0.5 * (b - a), fm = cos(m) - m / k;
        if (fm == 0.0) break;
        if ((fm < 0.0) == (fa < 0.0)) a = m;
        else b = m;
        n++;
    }
    return n == 200 ? 2 : 1;
}

/* The logistic map: settles, alternates, or wanders off. */
int logistic(double r, double x) {
    if (r < 0.0 || r > 5.0 || x <= 0.0 || x >= 1.0) return -1;
    for (int i = 0; i < 300; i++) {
        double y = r * x * (1.0 - x);
        if (y < 0.0) return 3;
        if (fabs(y - x) < 1e-14) return y < 1e-6 ? 0 : 1;
        x = y;
    }
    return 2;
}

/* Steps of Collatz's sequence, cut. */
int collatz(unsigned n) {
    int steps = 0;
    if (n == 0) return -1;
    while (n != 1) {
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        if (++steps > 150) return -2;
    }
    if (steps == 111) return 1;
    return 0;
}
