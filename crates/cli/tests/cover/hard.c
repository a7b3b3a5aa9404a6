/* Where a search by distance has little to go by. */
#include <math.h>
#include <stdint.h>

/* Multiplication scatters neighbours: the distance tells nothing, only the inverse of the factor would. */
int scattered(uint32_t n) {
    if (n * 2654435761u == 0xcafebabeu) return 1;
    return 0;
}

/* A word, letter by letter. */
int word(const char *s) {
    if (s[0] == 'l' && s[1] == 'y' && s[2] == 'd' && s[3] == 0) return 1;
    return 0;
}

/* Three equalities at once. */
int three(double a, double b, double c) {
    if (a + b + c == 12.0) {
        if (a * b * c == 60.0) {
            if (a * a + b * b == c * c) return 3;
            return 2;
        }
        return 1;
    }
    return 0;
}

/* A product of transcendental numbers within an ulp, in two variables. */
int two_waves(double x, double y) {
    if (fabs(x) > 50.0 || fabs(y) > 50.0) return -1;
    double p = sin(x) * cos(y);
    if (p == 0.25) return 1;
    if (exp(x) * exp(y) == 2.0) return 2;
    return 0;
}

/* A counter that must come out exactly: a flat landscape. */
int flags(double a, double b, double c, double d) {
    int n = 0;
    if (a > 1e3) n += 1;
    if (b < -1e3) n += 2;
    if (fabs(c) < 1e-3) n += 4;
    if (d > 2.0 && d < 2.001) n += 8;
    if (n == 15) return 1;
    return 0;
}

/* Remainders of a huge number: only some doubles have them. */
int remainders(double x) {
    if (x < 1e15) return 0;
    if (fmod(x, 97.0) == 13.0 && fmod(x, 89.0) == 7.0) return 1;
    return 2;
}
