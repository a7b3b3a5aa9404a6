§DECLARATION§
// Floats by their bits, and back.
static double lydian_f64(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static float lydian_f32(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// Whether two floats differ in a bit, unless both are NaN.
static int lydian_differs_f64(const char *id, const char *name, double now, double was)
{
    uint64_t a, b;
    const uint64_t most = UINT64_C(0x7fffffffffffffff), infinity = UINT64_C(0x7ff0000000000000);
    memcpy(&a, &now, sizeof a);
    memcpy(&b, &was, sizeof b);
    if (a == b || ((a & most) > infinity && (b & most) > infinity)) {
        return 0;
    }
    printf("%s: CHANGED: %s is %.17g (%a), but %.17g (%a) was OBSERVED\n", id, name, now, now, was, was);
    return 1;
}

static int lydian_differs_f32(const char *id, const char *name, float now, float was)
{
    return lydian_differs_f64(id, name, (double)now, (double)was);
}

static int lydian_differs_signed(const char *id, const char *name, int64_t now, int64_t was)
{
    if (now == was) {
        return 0;
    }
    printf("%s: CHANGED: %s is %lld, but %lld was OBSERVED\n", id, name, (long long)now, (long long)was);
    return 1;
}

static int lydian_differs_unsigned(const char *id, const char *name, uint64_t now, uint64_t was)
{
    if (now == was) {
        return 0;
    }
    printf("%s: CHANGED: %s is %llu, but %llu was OBSERVED\n", id, name, (unsigned long long)now, (unsigned long long)was);
    return 1;
}

// Not every function needs all of these.
typedef struct {
    double (*f64)(uint64_t);
    float (*f32)(uint32_t);
    int (*differs_f32)(const char *, const char *, float, float);
    int (*differs_signed)(const char *, const char *, int64_t, int64_t);
    int (*differs_unsigned)(const char *, const char *, uint64_t, uint64_t);
} lydian_tools;

const lydian_tools *lydian_keep(void);
const lydian_tools *lydian_keep(void)
{
    static const lydian_tools all = {lydian_f64, lydian_f32, lydian_differs_f32, lydian_differs_signed,
                                     lydian_differs_unsigned};
    return &all;
}
§CASES§
