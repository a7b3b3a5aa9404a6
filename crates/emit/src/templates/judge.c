typedef enum {
    LYDIAN_VALUE,   // a value from lo to hi
    LYDIAN_NOTHING, // a value, but no double is acceptable
    LYDIAN_REJECT   // NaN or an error
} lydian_expect;

typedef struct {
    const char *id;
    const char *inputs;
    const char *wanted;
    const char *objectives;
    lydian_expect expect;
    double x[§SIZE§];
    double lo, hi;       // acceptable, both included
    double below, above; // provably wrong up to the one and from the other on
} lydian_case;

static const lydian_case lydian_cases[] = {
§CASES§};

#define LYDIAN_COUNT (sizeof lydian_cases / sizeof lydian_cases[0])

// Looks at the bits, so that it works with -ffast-math as well.
static int lydian_is_nan(double y)
{
    uint64_t bits;
    memcpy(&bits, &y, sizeof bits);
    return (bits & UINT64_C(0x7fffffffffffffff)) > UINT64_C(0x7ff0000000000000);
}

static int lydian_is_error(double y)
{
    return lydian_is_nan(y)§ERRORS§;
}

// What is wrong with an answer; NULL if nothing is.
static const char *lydian_judge(const lydian_case *c, double y)
{
    if (c->expect == LYDIAN_REJECT) {
        return lydian_is_error(y) ? NULL : "it answered";
    }
    if (c->expect == LYDIAN_NOTHING) {
        return "no double is acceptable for this input";
    }
    if (lydian_is_nan(y)) {
        return "it did not answer";
    }
    if (c->lo <= y && y <= c->hi) {
        return NULL;
    }
    if (y <= c->below || c->above <= y) {
        return "provably wrong";
    }
    return "not proven: the oracle does not decide this answer";
}
