/* What the probes keep about a run. The layout is the one of `state.rs`; both sides check its size.
   It needs no other header, so that the generated entry compiles quickly. */
#ifndef LYDIAN_PROBE_H
#define LYDIAN_PROBE_H

/* One conditional branch, or one hazard (side 1: it died), in the current run. It counts only when `epoch` is the one of the run: nothing is cleared. */
struct lydian_branch {
    __UINT64_TYPE__ epoch;
    __UINT32_TYPE__ hits[2];   /* side 0: condition false, side 1: condition true */
    double distance[2]; /* least distance to each side, in units in the last place; 0 exactly when taken */
    __UINT64_TYPE__ left;      /* operands of the last execution: bits of doubles, or integers */
    __UINT64_TYPE__ right;
    __UINT64_TYPE__ result;    /* of the operation at a hazard */
    __UINT64_TYPE__ turn;      /* of a hazard: how many others had died in the run when it first did */
};

struct lydian_state {
    __UINT64_TYPE__ epoch;
    __UINT64_TYPE__ left_over; /* probes that may still run; at zero the run is cut */
    __UINT64_TYPE__ limit;
    __INT64_TYPE__ exit_code; /* of a subject that called exit */
    struct lydian_branch *branches;
    __UINT64_TYPE__ branch_count;
    __UINT64_TYPE__ deaths; /* hazards that have died in the run */
};

/* Relations between two operands; a predicate is the set of relations that make it true. */
enum { LYDIAN_EQUAL = 1, LYDIAN_GREATER = 2, LYDIAN_LESS = 4, LYDIAN_UNORDERED = 8, LYDIAN_UNSIGNED = 16 };

/* How a run ended; a signal is LYDIAN_SIGNAL plus its number. */
enum { LYDIAN_RETURNED = 0, LYDIAN_CUT = 1, LYDIAN_EXITED = 2, LYDIAN_THREW = 3, LYDIAN_OUTSIDE = 4, LYDIAN_SIGNAL = 256 };

/* To or from NaN: farther than any two numbers, even of 80 bits. */
#define LYDIAN_NAN_DISTANCE 0x1p100

#endif
