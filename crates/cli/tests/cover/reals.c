/* Conditions on reals: transcendental operands, sums, products and equalities. */
#include <math.h>

/* Transcendental operands on both sides. */
int waves(double x, double y) {
    int n = 0;
    if (sin(x) > 0.999999) n += 1;
    if (exp(x) < cos(y) - 0.5) n += 2;
    if (log(fabs(x) + 1.0) > 300.0 * fabs(sin(y)) && y != 0.0) n += 4;
    return n;
}

/* A number whose sine is one half within an ulp. */
int half_sine(double x) {
    if (fabs(sin(x) - 0.5) <= 0x1p-53) return 1;
    return 0;
}

/* The circle through (3, 4), hit exactly. */
int on_circle(double x, double y) {
    if (x > 0.0 && y > 0.0) {
        if (x * x + y * y == 25.0) return 1;
    }
    return 0;
}

/* Nested conditions on sums and products. */
int nested(double a, double b, double c) {
    if (a + b > 10.0) {
        if (a * b < 5.0) {
            if (b * c > 100.0) {
                if (a + b + c < 0.0) return 4;
                return 3;
            }
            return 2;
        }
        return 1;
    }
    return 0;
}

/* A window a few ulps wide, behind another condition. */
int narrow(double x) {
    double t = x * x - 2.0;
    if (x > 0.0) {
        if (t >= -1e-15 && t <= 1e-15) return 2;
        return 1;
    }
    return 0;
}

/* Both factors of a sum must agree. */
int product_and_sum(double x, double y) {
    if (x + y == 7.0) {
        if (x * y == 12.0) return 2;
        return 1;
    }
    return 0;
}

/* Early exits on numbers that are none. */
int classify(double x) {
    if (x != x) return 0;
    if (isinf(x)) return x > 0.0 ? 1 : 2;
    if (x == 0.0) return signbit(x) ? 3 : 4;
    if (fabs(x) < 0x1p-1022) return 5;
    if (x == floor(x)) return fabs(x) > 0x1p53 ? 6 : 7;
    return 8;
}

/* Cancellation: true only where the small term is lost, though it is not zero. */
int absorbed(double big, double small) {
    if (small > 0.0 && big > 1.0) {
        if (big + small == big) return 1;
        if ((big + small) - big == small) return 2;
        return 3;
    }
    return 0;
}

/* pow and exp compared: x^y near a given value. */
int power_band(double x, double y) {
    if (x > 1.0 && y > 1.0) {
        double p = pow(x, y);
        if (p > 1e10 && p < 1.0000001e10) return 2;
        if (isinf(p)) return 3;
        return 1;
    }
    return 0;
}

/* In single precision, the condition of a threshold that no float has. */
int single(float x) {
    if (x == 16777217.0f) return 1;
    if (x * 3.0f == 1.0f) return 2;
    if (sqrtf(x) > 4.0e18f) return 3;
    return 0;
}
