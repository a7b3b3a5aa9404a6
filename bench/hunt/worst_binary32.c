/* The largest error of a binary32 function of the C library, in ulps of the exact value.
 *
 *     worst_binary32 all FUNCTION LO HI            every float from LO to HI
 *     worst_binary32 random FUNCTION LO HI COUNT SEED   COUNT floats from LO to HI, each as likely as any other
 *     worst_binary32 list                          the functions
 *
 * The exact value is taken from the binary64 function of the same library. Its error is below 2 ulps of binary64 (12
 * for the gamma functions), which is less than 2^-25 ulps of binary32 in the result here.
 * An ulp is the distance of floats at the exact value: 2^(max(floor(log2|y|), -126) - 23). Only where an exact value just
 * below a power of two rounds up to it in binary64, the ulp is twice as large as it ought to be.
 * Inputs are left out where the exact value is no finite float (beyond the largest one, or NaN).
 * The answer is one line of JSON.
 */
#define _GNU_SOURCE
#include <float.h>
#include <gnu/libc-version.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define THREADS 2
#define CHUNK (1 << 20)
/* Errors are counted in steps of a 1024th of an ulp, up to 64 ulps. */
#define STEPS 1024
#define BINS (64 * STEPS)

struct function {
    const char *name;
    float (*tested)(float);
    double (*exact)(double);
};

static const struct function FUNCTIONS[] = {
    {"exp", expf, exp},       {"exp2", exp2f, exp2},    {"exp10", exp10f, exp10},    {"expm1", expm1f, expm1},
    {"log", logf, log},       {"log2", log2f, log2},    {"log10", log10f, log10},    {"log1p", log1pf, log1p},
    {"sin", sinf, sin},       {"cos", cosf, cos},       {"tan", tanf, tan},          {"asin", asinf, asin},
    {"acos", acosf, acos},    {"atan", atanf, atan},    {"sinh", sinhf, sinh},       {"cosh", coshf, cosh},
    {"tanh", tanhf, tanh},    {"asinh", asinhf, asinh}, {"acosh", acoshf, acosh},    {"atanh", atanhf, atanh},
    {"cbrt", cbrtf, cbrt},    {"erf", erff, erf},       {"erfc", erfcf, erfc},       {"tgamma", tgammaf, tgamma},
    {"lgamma", lgammaf, lgamma},
};

struct found {
    double worst;
    int64_t at;
    uint64_t judged;
    uint64_t counts[BINS];
};

static const struct function *chosen;
static int64_t first_ordinal, last_ordinal;
static _Atomic int64_t next_chunk;

/* Floats in their order; both zeros are 0. */
static int64_t ordinal_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    return bits >> 31 ? -(int64_t)(bits & 0x7fffffff) : (int64_t)bits;
}

static float float_at(int64_t ordinal) {
    uint32_t bits = ordinal < 0 ? 0x80000000u | (uint32_t)-ordinal : (uint32_t)ordinal;
    float x;
    memcpy(&x, &bits, 4);
    return x;
}

/* 1 / ulp, from the exponent. */
static double per_ulp(double y) {
    uint64_t bits;
    memcpy(&bits, &y, 8);
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    if (exponent < -126)
        exponent = -126;
    bits = (uint64_t)(23 - exponent + 1023) << 52;
    double scale;
    memcpy(&scale, &bits, 8);
    return scale;
}

static inline void measure(int64_t ordinal, struct found *found) {
    float x = float_at(ordinal);
    double y = chosen->exact((double)x);
    if (!(fabs(y) <= FLT_MAX))
        return;
    /* An infinite answer to a finite value is an infinite error. */
    double error = fabs((double)chosen->tested(x) - y) * per_ulp(y);
    found->judged++;
    if (error < 0.25)
        return;
    found->counts[error < 64 ? (int)(error * STEPS) : BINS - 1]++;
    /* Written so that NaN is worst of all. */
    if (!(error <= found->worst)) {
        found->worst = isnan(error) ? INFINITY : error;
        found->at = ordinal;
    }
}

static void *run_chunks(void *to) {
    struct found *found = to;
    for (;;) {
        int64_t from = atomic_fetch_add(&next_chunk, CHUNK);
        if (from > last_ordinal)
            return NULL;
        int64_t end = from + CHUNK - 1 < last_ordinal ? from + CHUNK - 1 : last_ordinal;
        for (int64_t k = from; k <= end; k++)
            measure(k, found);
    }
}

/* Everything that the threads found, in the first of them; of equal errors the least input. */
static void join(struct found *all) {
    for (int i = 1; i < THREADS; i++) {
        all[0].judged += all[i].judged;
        for (int k = 0; k < BINS; k++)
            all[0].counts[k] += all[i].counts[k];
        if (all[i].worst > all[0].worst || (all[i].worst == all[0].worst && all[i].at < all[0].at)) {
            all[0].worst = all[i].worst;
            all[0].at = all[i].at;
        }
    }
}

static void run_all(struct found *all) {
    pthread_t threads[THREADS];
    atomic_store(&next_chunk, first_ordinal);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, run_chunks, &all[i]))
            exit(2);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    join(all);
}

/* SplitMix64. */
static uint64_t word(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void run_random(struct found *found, uint64_t count, uint64_t state) {
    uint64_t inputs = (uint64_t)(last_ordinal - first_ordinal) + 1;
    for (uint64_t i = 0; i < count; i++)
        measure(first_ordinal + (int64_t)(word(&state) % inputs), found);
}

/* How many inputs have an error of at least 99 % of the largest one. */
static uint64_t near_worst(const struct found *found) {
    uint64_t sum = 0;
    int from = found->worst < 64 ? (int)ceil(found->worst * 0.99 * STEPS) : BINS - 1;
    for (int k = from; k < BINS; k++)
        sum += found->counts[k];
    return sum ? sum : 1;
}

static int choose(const char *name) {
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++)
        if (!strcmp(FUNCTIONS[i].name, name))
            chosen = &FUNCTIONS[i];
    return chosen != NULL;
}

int main(int count, char **words) {
    if (count == 2 && !strcmp(words[1], "list")) {
        for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++)
            puts(FUNCTIONS[i].name);
        return 0;
    }
    int random = count == 7 && !strcmp(words[1], "random");
    if (!(random || (count == 5 && !strcmp(words[1], "all"))) || !choose(words[2])) {
        fputs("worst_binary32 list | all FUNCTION LO HI | random FUNCTION LO HI COUNT SEED\n", stderr);
        return 2;
    }
    first_ordinal = ordinal_of(strtof(words[3], NULL));
    last_ordinal = ordinal_of(strtof(words[4], NULL));
    struct found *all = calloc(THREADS, sizeof *all);
    if (!all)
        return 2;
    for (int i = 0; i < THREADS; i++)
        all[i].worst = -1;
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (random)
        run_random(all, strtoull(words[5], NULL, 10), strtoull(words[6], NULL, 10));
    else
        run_all(all);
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    printf("{\"worst_ulps\": %.9f, \"at\": \"%a\", \"inputs\": %llu, \"near_worst\": %llu, \"seconds\": %.1f, "
           "\"libc\": \"glibc %s\"}\n",
           all[0].worst, (double)float_at(all[0].at), (unsigned long long)all[0].judged,
           (unsigned long long)near_worst(all), seconds, gnu_get_libc_version());
    free(all);
    return 0;
}
