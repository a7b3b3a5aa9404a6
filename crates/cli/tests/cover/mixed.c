/* Integers beside floats, bits of floats, outputs through pointers. */
#include <math.h>
#include <stdint.h>
#include <string.h>

enum unit { CELSIUS, FAHRENHEIT, KELVIN };

/* An enumeration, with a default that no name leads to. */
int boils(enum unit unit, double t) {
    switch (unit) {
    case CELSIUS: break;
    case FAHRENHEIT: t = (t - 32.0) / 1.8; break;
    case KELVIN: t -= 273.15; break;
    default: return -1;
    }
    if (t < -273.15) return -2;
    return t >= 100.0;
}

/* Exponent and fraction, taken apart by hand. */
int take_apart(double x, int *exponent) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int e = (int)(bits >> 52 & 0x7ff);
    uint64_t f = bits & 0xfffffffffffffULL;
    *exponent = e - 1023;
    if (e == 0x7ff) return f ? 1 : 2;
    if (e == 0) return f ? 3 : 4;
    if (f == 0) return 5;
    if ((uint32_t)f == 0xdeadbeefU) return 6;
    return 7;
}

/* Days of a month. */
int days(int year, int month) {
    if (month < 1 || month > 12) return 0;
    if (month == 2) {
        if (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)) return 29;
        return 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/* Rounding to an integer must give this one. */
int rounded(double x, int n) {
    if (n < 1000) return 0;
    if (fabs(x) > 1e9) return 1;
    if ((int)lrint(x * 0.25) == n) return 2;
    return 3;
}

/* Interest until a goal: a loop whose length is the answer. */
int years(double capital, float rate, int goal, int *left) {
    *left = goal;
    if (capital <= 0.0 || rate <= 0.0f || rate > 1.0f) return -1;
    int n = 0;
    while (capital < goal) {
        capital *= 1.0 + rate;
        if (++n == 60) return -2;
    }
    if (n == 17) return 17;
    return n;
}

/* A checksum of small integers. */
int checksum(uint8_t a, uint8_t b, uint16_t c, int64_t d) {
    unsigned sum = a * 7u + b * 31u + c;
    if (sum == 4711) return 1;
    if ((d & 0xff00) == 0x4200) return 2;
    if (d * 3 == 123456789012345LL) return 3;
    return 0;
}

/* Extended precision. */
int extended(long double x) {
    if (x * x > 2.0L) {
        if (x < 1.5L) return 2;
        return 1;
    }
    return 0;
}
