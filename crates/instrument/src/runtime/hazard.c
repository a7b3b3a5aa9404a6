/* The probes of hazards. Whether a hazard died is decided by the code at its place; here are the records, and how far
   away death was. A distance counts steps between neighbouring numbers; it is zero exactly when the hazard died. */
#include "record.h"

#include <stdbool.h>

/* The code under test may have functions with the names of the C library, so nothing here calls one of those. */

static inline long double lydian_abs(long double x) { return x < 0 ? -x : x; }
static inline long double lydian_min(long double x, long double y) { return x < y ? x : y; }

/* 2^n for 0 <= n <= 1024: the leading bit of the mantissa, and the exponent with its bias. */
static inline long double lydian_power(int n) {
    uint64_t mantissa = (uint64_t)1 << 63;
    uint16_t head = (uint16_t)(16383 + n);
    long double power = 0;
    memcpy(&power, &mantissa, 8);
    memcpy((char *)&power + 8, &head, 2);
    return power;
}

/* Keeps the operands of the first death, or of the last execution as long as there is none. */
static inline void lydian_keep(uint32_t id, uint8_t died, uint64_t left, uint64_t right, uint64_t result, double far) {
    struct lydian_branch *hazard = lydian_visit(id);
    if (hazard->hits[1] == 0) {
        hazard->left = left;
        hazard->right = right;
        hazard->result = result;
    }
    if ((died & 1) && hazard->hits[1] == 0) hazard->turn = lydian_state.deaths++;
    hazard->hits[died & 1]++;
    hazard->distance[died & 1] = 0;
    if (!(far >= 1)) far = 1;
    if (!(died & 1) && far < hazard->distance[1]) hazard->distance[1] = far;
}

/* A distance that the code at the place has computed. */
LYDIAN_PROBE void lydian_hazard_given(uint32_t id, uint8_t died, uint64_t left, uint64_t right, uint64_t result,
                                      double far) {
    lydian_keep(id, died, left, right, result, far);
}

/* How far two numbers are from one of the relations; 0 when one of them holds. */
LYDIAN_PROBE double lydian_far(double a, double b, uint32_t relations) {
    uint32_t now = a == b ? LYDIAN_EQUAL : a > b ? LYDIAN_GREATER : a < b ? LYDIAN_LESS : LYDIAN_UNORDERED;
    if (now & relations) return 0;
    if (now == LYDIAN_UNORDERED) return LYDIAN_NAN_DISTANCE;
    return lydian_steps(relations, lydian_gap64(lydian_order64(a), lydian_order64(b)));
}

/* ---- integers; the extended format holds every integer of 64 bits, and sums and products near their bounds ---- */

enum { LYDIAN_SIGNED = 1, LYDIAN_HAS_LEAST = 2, LYDIAN_HAS_GREATEST = 4 };

static inline long double lydian_number(uint64_t x, uint32_t how) {
    return how & LYDIAN_SIGNED ? (long double)(int64_t)x : (long double)x;
}

/* The exact result; the operation is a letter above the flags. */
static inline long double lydian_exact(uint64_t a, uint64_t b, uint32_t how) {
    long double x = lydian_number(a, how), y = lydian_number(b, how);
    switch (how >> 8) {
    case '+': return x + y;
    case '-': return x - y;
    case '*': return x * y;
    case 'n': return -x;
    case 'd': return x - 1;
    case '<': return x * lydian_power(b < 1024 ? (int)b : 1024);
    default: return y == 0 ? 0 : x / y;
    }
}

#define LYDIAN_INTEGER(rule)                                                                                      \
    LYDIAN_PROBE void lydian_hazard_##rule(uint32_t id, uint8_t died, uint64_t a, uint64_t b, uint64_t r, uint64_t p, \
                                           uint64_t q, uint32_t how) {                                            \
        lydian_keep(id, died, a, b, r, died ? 0 : (double)lydian_far_##rule(a, b, p, q, how));                    \
    }

/* The exact result is above p. */
static inline long double lydian_far_above(uint64_t a, uint64_t b, uint64_t p, uint64_t q, uint32_t how) {
    return lydian_number(p, how) - lydian_exact(a, b, how) + 1 + 0 * q;
}
LYDIAN_INTEGER(above)

/* The exact result is below p. */
static inline long double lydian_far_below(uint64_t a, uint64_t b, uint64_t p, uint64_t q, uint32_t how) {
    return lydian_exact(a, b, how) - lydian_number(p, how) + 1 + 0 * q;
}
LYDIAN_INTEGER(below)

/* The left operand is the least number p and the right one is -1. */
static inline long double lydian_far_quotient(uint64_t a, uint64_t b, uint64_t p, uint64_t q, uint32_t how) {
    return lydian_number(a, how) - lydian_number(p, how) + lydian_abs(lydian_number(b, how) - lydian_number(q, how));
}
LYDIAN_INTEGER(quotient)

/* The left operand is p. */
static inline long double lydian_far_left(uint64_t a, uint64_t b, uint64_t p, uint64_t q, uint32_t how) {
    return lydian_abs(lydian_number(a, how) - lydian_number(p, how)) + 0 * (b + q);
}
LYDIAN_INTEGER(left)

/* The right operand is p. */
static inline long double lydian_far_right(uint64_t a, uint64_t b, uint64_t p, uint64_t q, uint32_t how) {
    return lydian_far_left(b, a, p, q, how);
}
LYDIAN_INTEGER(right)

/* One of the operands is p. */
static inline long double lydian_far_either(uint64_t a, uint64_t b, uint64_t p, uint64_t q, uint32_t how) {
    return lydian_min(lydian_far_left(a, b, p, q, how), lydian_far_right(a, b, p, q, how));
}
LYDIAN_INTEGER(either)

/* The left operand is below p or above q, as far as these are bounds. */
static inline long double lydian_far_beyond(uint64_t a, uint64_t b, uint64_t p, uint64_t q, uint32_t how) {
    long double x = lydian_number(a, how), far = LYDIAN_NAN_DISTANCE + 0 * b;
    if (how & LYDIAN_HAS_LEAST) far = lydian_min(far, x - lydian_number(p, how) + 1);
    if (how & LYDIAN_HAS_GREATEST) far = lydian_min(far, lydian_number(q, how) - x + 1);
    return far;
}
LYDIAN_INTEGER(beyond)

/* ---- floats: the places of operands and result in the order of their format, and of some landmarks ---- */

struct lydian_places {
    __int128 a, b, r, infinity, normal; /* normal: the least normal number, which is 1 << (bits of the mantissa) */
};

static inline __int128 lydian_magnitude(__int128 place) { return place < 0 ? -place : place; }
static inline __int128 lydian_least(__int128 x, __int128 y) { return x < y ? x : y; }

#define LYDIAN_FORMAT(rule, suffix, type, order, infinite, least_normal)                                             \
    LYDIAN_PROBE void lydian_hazard_##rule##_##suffix(uint32_t id, uint8_t died, type a, type b, type r, type p, type q) { \
        struct lydian_places at = {order(a), order(b), order(r), infinite, least_normal};                            \
        double far = died ? 0 : (double)lydian_far_##rule(&at, order(p), order(q));                                  \
        bool known = lydian_magnitude(at.a) <= at.infinity && lydian_magnitude(at.b) <= at.infinity;                 \
        lydian_keep(id, died, lydian_bits((double)a), lydian_bits((double)b), lydian_bits((double)r),                \
                    known ? far : LYDIAN_NAN_DISTANCE);                                                              \
    }

#define LYDIAN_FLOAT(rule)                                                                             \
    LYDIAN_FORMAT(rule, f32, float, lydian_order32, 0x7f800000, 1 << 23)                               \
    LYDIAN_FORMAT(rule, f64, double, lydian_order64, 0x7ff0000000000000, (int64_t)1 << 52)             \
    LYDIAN_FORMAT(rule, f80, long double, lydian_order80, (__int128)0x7fff << 63, (__int128)1 << 63)

#define LYDIAN_RULE(rule)                                                                                      \
    static inline __int128 lydian_far_##rule(const struct lydian_places *at, __int128 p, __int128 q);          \
    LYDIAN_FLOAT(rule)                                                                                         \
    static inline __int128 lydian_far_##rule(const struct lydian_places *at, __attribute__((unused)) __int128 p, \
                                             __attribute__((unused)) __int128 q)

/* Nothing is known. */
LYDIAN_RULE(other) { return 1 + 0 * at->a; }

/* The result is infinite, the operands are not. */
LYDIAN_RULE(infinite) {
    bool finite = lydian_magnitude(at->a) < at->infinity && lydian_magnitude(at->b) < at->infinity;
    return finite ? at->infinity - lydian_magnitude(at->r) : 2 * at->infinity;
}

/* The result is subnormal or zero, the operands are not zero. */
LYDIAN_RULE(tiny) {
    if (at->a == 0 || at->b == 0) return 2 * at->infinity;
    return lydian_magnitude(at->r) - at->normal + 1;
}

/* Infinities of opposite signs are added, or of the same sign subtracted. */
LYDIAN_RULE(nan_add) { return lydian_least(2 * at->infinity - at->a + at->b, 2 * at->infinity + at->a - at->b); }
LYDIAN_RULE(nan_sub) { return lydian_least(2 * at->infinity - at->a - at->b, 2 * at->infinity + at->a + at->b); }

/* Zero times infinity. */
LYDIAN_RULE(nan_mul) {
    __int128 a = lydian_magnitude(at->a), b = lydian_magnitude(at->b);
    return at->infinity + lydian_least(a - b, b - a);
}

/* Zero by zero, infinity by infinity. */
LYDIAN_RULE(nan_div) {
    __int128 both = lydian_magnitude(at->a) + lydian_magnitude(at->b);
    return lydian_least(both, 2 * at->infinity - both);
}

/* The remainder by zero, or of infinity. */
LYDIAN_RULE(nan_rem) {
    return lydian_least(lydian_magnitude(at->b), at->infinity - lydian_magnitude(at->a));
}

/* The operand is below p. */
LYDIAN_RULE(nan_below) { return at->a - p + 1; }

/* The magnitude of the operand is above p. */
LYDIAN_RULE(nan_outside) { return p - lydian_magnitude(at->a) + 1; }

/* The operand is infinite. */
LYDIAN_RULE(nan_infinite) { return at->infinity - lydian_magnitude(at->a); }

/* A negative number to a power that is no integer. */
LYDIAN_RULE(nan_pow) { return (at->a < 0 ? 0 : at->a + 1) + 1; }

/* The result is negative zero. */
LYDIAN_RULE(negzero) { return lydian_magnitude(at->r) + (at->r >= 0); }

/* The right operand is zero. */
LYDIAN_RULE(divisor) { return lydian_magnitude(at->b); }

/* The left operand is at most p or at least q. */
LYDIAN_RULE(range) { return lydian_least(at->a - p, q - at->a); }

/* The magnitude of the result is below p, and the operands are not exact, which q tells. */
LYDIAN_RULE(cancel) {
    __int128 over = lydian_magnitude(at->r) - p;
    return (over > 0 ? over : 0) + 1 + (q == 0 ? at->infinity : 0);
}

/* The smaller operand is at most half a unit in the last place of the greater one, 2^(exponent - bits - 1). */
LYDIAN_RULE(absorb) {
    __int128 a = lydian_magnitude(at->a), b = lydian_magnitude(at->b), exponent = (a > b ? a : b) / at->normal;
    int bits = __builtin_ctzll((uint64_t)at->normal);
    if (a == 0 || b == 0) return at->infinity;
    __int128 over = lydian_least(a, b) - (exponent - bits - 1) * at->normal;
    return (over > 0 ? over : 0) + 1;
}

/* ---- whether a result is not the exact one; where the error is too small for the format, it counts as exact ---- */

/* A number that is not zero as significand * 2^exponent, with an odd significand. */
struct lydian_parts {
    unsigned __int128 significand;
    int exponent;
};

static inline struct lydian_parts lydian_odd(unsigned __int128 significand, int exponent) {
    int zeros = (uint64_t)significand ? __builtin_ctzll((uint64_t)significand)
                                      : 64 + __builtin_ctzll((uint64_t)(significand >> 64));
    return (struct lydian_parts){significand >> zeros, exponent + zeros};
}

/* Every finite float and double is an extended float, which has 64 bits of significand. */
static inline struct lydian_parts lydian_parts(long double x) {
    uint64_t mantissa;
    uint16_t head;
    memcpy(&mantissa, &x, 8);
    memcpy(&head, (const char *)&x + 8, 2);
    int exponent = head & 0x7fff;
    return lydian_odd(mantissa, (exponent ? exponent : 1) - 16383 - 63);
}

static inline bool lydian_is_finite(long double x) { return x - x == 0; }

/* Whether x * y is not exactly z: significands and exponents are multiplied as integers. Infinities and NaN have no
   error that could be told. */
static bool lydian_is_no_product(long double x, long double y, long double z) {
    if (!lydian_is_finite(x) || !lydian_is_finite(y) || !lydian_is_finite(z)) return false;
    if (x == 0 || y == 0 || z == 0) return (x == 0 || y == 0) != (z == 0);
    struct lydian_parts a = lydian_parts(x), b = lydian_parts(y), c = lydian_parts(z);
    struct lydian_parts p = lydian_odd(a.significand * b.significand, a.exponent + b.exponent);
    return p.significand != c.significand || p.exponent != c.exponent;
}

#define LYDIAN_INEXACT(suffix, type)                                                                  \
    static inline uint8_t lydian_is_error_##suffix(type error) { return error < 0 || error > 0; }   \
    /* The error of a sum (Knuth): s = a + b, c = s - a, error = (a - (s - c)) + (b - c). */          \
    LYDIAN_PROBE uint8_t lydian_inexact_add_##suffix(type a, type b) {                                \
        type s = a + b, c = s - a, d = s - c, e = a - d, f = b - c;                          \
        return lydian_is_error_##suffix(e + f);                                                       \
    }                                                                                                 \
    LYDIAN_PROBE uint8_t lydian_inexact_sub_##suffix(type a, type b) {                                \
        return lydian_inexact_add_##suffix(a, -b);                                                    \
    }                                                                                                 \
    LYDIAN_PROBE uint8_t lydian_inexact_mul_##suffix(type a, type b) {                                \
        return lydian_is_no_product(a, b, a * b);                                                     \
    }                                                                                                 \
    LYDIAN_PROBE uint8_t lydian_inexact_div_##suffix(type a, type b) {                                \
        return lydian_is_no_product(a / b, b, a);                                                     \
    }                                                                                                 \
    LYDIAN_PROBE uint8_t lydian_inexact_sqrt_##suffix(type a, type r) {                               \
        return lydian_is_no_product(r, r, a);                                                         \
    }                                                                                                 \
    /* A function whose exact values are not known: only 0 and +-1 are taken for exact. */             \
    LYDIAN_PROBE uint8_t lydian_inexact_call_##suffix(__attribute__((unused)) type a, type r) {       \
        return r != 0 && r != 1 && r != -1;                                                           \
    }                                                                                                 \
    LYDIAN_PROBE uint8_t lydian_inexact_signed_##suffix(int64_t x, type r) {                          \
        return (long double)x != (long double)r;                                                      \
    }                                                                                                 \
    LYDIAN_PROBE uint8_t lydian_inexact_unsigned_##suffix(uint64_t x, type r) {                       \
        return (long double)x != (long double)r;                                                      \
    }

LYDIAN_INEXACT(f32, float)
LYDIAN_INEXACT(f64, double)
LYDIAN_INEXACT(f80, long double)
