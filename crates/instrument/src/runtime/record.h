/* What the probes of branches and of hazards share: the state, the counting of probes, and the order of the floats. */
#ifndef LYDIAN_RECORD_H
#define LYDIAN_RECORD_H

#include "probe.h"

#include <stdint.h>
#include <string.h>

#define LYDIAN_API __attribute__((visibility("default")))
#define LYDIAN_PROBE __attribute__((visibility("hidden")))
#define LYDIAN_RARE(condition) __builtin_expect(!!(condition), 0)

LYDIAN_PROBE extern struct lydian_branch lydian_branches[];
LYDIAN_PROBE extern struct lydian_state lydian_state;
LYDIAN_PROBE extern volatile int lydian_inside;
LYDIAN_PROBE void __attribute__((noreturn)) lydian_leave(int why);

/* Counts a probe; an endless loop ends here. A run that is over (a destructor, a thread) is not cut. */
static inline void lydian_count(void) {
    if (LYDIAN_RARE(--lydian_state.left_over == 0) && lydian_inside) lydian_leave(LYDIAN_CUT);
}

/* The record, as it is at the start of a run if this is the first visit. */
static inline struct lydian_branch *lydian_visit(uint32_t id) {
    struct lydian_branch *branch = &lydian_branches[id];
    if (branch->epoch != lydian_state.epoch) {
        branch->epoch = lydian_state.epoch;
        branch->hits[0] = branch->hits[1] = 0;
        branch->distance[0] = branch->distance[1] = __builtin_inf();
    }
    return branch;
}

/* ---- floats: ordered integers, in which neighbours differ by one and both zeros are 0 ---- */

static inline int64_t lydian_order64(double x) {
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >= 0 ? bits : INT64_MIN - bits;
}

static inline int32_t lydian_order32(float x) {
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits >= 0 ? bits : INT32_MIN - bits;
}

static inline __int128 lydian_order80(long double x) {
    uint64_t mantissa;
    uint16_t head;
    memcpy(&mantissa, &x, 8);
    memcpy(&head, (const char *)&x + 8, 2);
    /* The leading bit of the mantissa is explicit: without it, exponents follow each other without a gap. */
    __int128 magnitude = ((__int128)(head & 0x7fff) << 63) + (int64_t)(mantissa & INT64_MAX);
    return head & 0x8000 ? -magnitude : magnitude;
}

static inline uint64_t lydian_bits(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double lydian_gap64(int64_t a, int64_t b) {
    return (double)(a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a);
}

/* Least distance to one of the wanted relations, when the operands are `apart` steps from equal.
   To get past each other costs one step more than to meet; equal operands part by one step. */
static inline double lydian_steps(uint32_t wanted, double apart) {
    double best = LYDIAN_NAN_DISTANCE;
    if (wanted & LYDIAN_EQUAL) best = apart;
    else if (wanted & (LYDIAN_GREATER | LYDIAN_LESS)) best = apart + 1;
    return best;
}

#endif
