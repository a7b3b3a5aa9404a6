// What the judge's own text of a program is made of: every operation tells what happened in it.
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

// A slot is a place of the source and a thing that can happen there. It happened in a clean run, after undefined
// behaviour of which nobody promises anything, or loosely: enough to confirm a claim, not enough to refute one.
#ifndef __clang__
#define __builtin_assume(condition) ((void)0)
#endif

enum { CLEAN, TAINTED, LOOSE, WAYS };
static struct board {
    unsigned first[SLOTS][WAYS]; // 1 + the number of the first input
    int outcome, undefined, plain_outcome;
    unsigned char out[16], plain_out[16];
} *board;
static unsigned run_, tainted, fuel;
static unsigned long long unknown_;
static sigjmp_buf stop_;
enum { RETURNED, STOPPED, ENDLESS, SIGNALLED };

static void note(unsigned slot, int way) {
    if (!board->first[slot][way]) board->first[slot][way] = run_ + 1;
}
static void E(unsigned slot) { note(slot, tainted ? TAINTED : CLEAN); }
static void L(unsigned slot) { note(slot, LOOSE); }
static void STOP(int how) { siglongjmp(stop_, how); }
static void BURN(void) { if (!fuel--) STOP(ENDLESS); }
// What a variable that was never written holds: anything.
static void UNKNOWN(void *to, unsigned size) {
    for (unsigned i = 0; i < size; i++) {
        unknown_ = unknown_ * 6364136223846793005u + 1442695040888963407u;
        ((unsigned char *)to)[i] = unknown_ >> 61 ? unknown_ >> 53 : 0;
    }
}

#define SIGNED(T) ((T)-1 < (T)1)
// The width of a type: its size tells it for the common ones, doubling tells it for the others.
#define COMMON(T) _Generic((T)0, _Bool: 0, char: 1, signed char: 1, unsigned char: 1, short: 1, unsigned short: 1, \
    int: 1, unsigned: 1, long: 1, unsigned long: 1, long long: 1, unsigned long long: 1, default: 0)
#define DOUBLED(T) ({ __typeof__((T)0 + (T)0) m_ = 1; int n_ = SIGNED(T); while ((T)m_ > 0) { m_ *= 2; n_++; } n_; })
#define BITS(T) (BOOL(T) ? 1 : COMMON(T) ? (int)sizeof(T) * 8 : DOUBLED(T))
#define CHANGED(v, c) ((__int128)(v) != (__int128)(c) || ((v) < 0) != ((c) < 0))
#define BOOL(T) _Generic((T)0, _Bool: 1, default: 0)
#define LEAST(T, v) (SIGNED(T) && (v) < 0 && ({ T m_; __builtin_sub_overflow((T)0, (v), &m_); }))

// Slots of an operation, from its base: see `Printer::operation`.
#define OVER 0
#define UNDER 1
#define NZ 2
#define DIV0 3
#define FNAN 4
#define AMOUNT 4
#define LEFT 5
#define RIGHT 6
#define NZ_RIGHT 7

#define OPERANDS(i, a, b) \
    __auto_type a_ = (a); __auto_type b_ = (b); typedef __typeof__(a_ + b_) T_; T_ x_ = a_, y_ = b_, r_ = 0; \
    if (CHANGED(a_, x_)) E(i + LEFT); \
    if (CHANGED(b_, y_)) E(i + RIGHT); \
    if (LEAST(T_, x_)) E(i + NZ); \
    if (LEAST(T_, y_)) E(i + NZ_RIGHT);
#define ADD(i, a, b) ({ OPERANDS(i, a, b) \
    if (__builtin_add_overflow(x_, y_, &r_)) E(i + (y_ < 0 ? UNDER : OVER)); r_; })
#define SUB(i, a, b) ({ OPERANDS(i, a, b) \
    if (__builtin_sub_overflow(x_, y_, &r_)) E(i + (y_ < 0 ? OVER : UNDER)); r_; })
#define MUL(i, a, b) ({ OPERANDS(i, a, b) \
    if (__builtin_mul_overflow(x_, y_, &r_)) E(i + ((x_ < 0) != (y_ < 0) ? UNDER : OVER)); r_; })
// Whether the machine divides this type by an instruction that traps.
#define TRAPS(T) _Generic((T)0, int: 1, unsigned: 1, long: 1, unsigned long: 1, \
    long long: 1, unsigned long long: 1, default: 0)
#define DIVIDE(i, a, b, op) ({ OPERANDS(i, a, b) \
    if (y_ == 0) { E(i + DIV0); tainted = 1; STOP(STOPPED); } \
    if (LEAST(T_, x_) && y_ == (T_)-1) { (1 op 2) ? L(i + OVER) : E(i + OVER); \
        tainted = 1; \
        if (TRAPS(T_)) STOP(STOPPED); \
        x_ = (1 op 2) ? 0 : x_; y_ = 1; } \
    x_ op y_; })
#define DIV(i, a, b) DIVIDE(i, a, b, /)
#define REM(i, a, b) DIVIDE(i, a, b, %)
#define BITWISE(i, a, b, op) ({ __auto_type a_ = (a); __auto_type b_ = (b); typedef __typeof__(a_ + b_) T_; \
    T_ x_ = a_, y_ = b_; \
    if (CHANGED(a_, x_)) E(i + LEFT); \
    if (CHANGED(b_, y_)) E(i + RIGHT); \
    x_ op y_; })
#define AND(i, a, b) BITWISE(i, a, b, &)
#define OR(i, a, b) BITWISE(i, a, b, |)
#define XOR(i, a, b) BITWISE(i, a, b, ^)
#define SHIFT(i, a, b) \
    __auto_type a_ = (a); __auto_type b_ = (b); typedef __typeof__(+a_) T_; T_ x_ = a_; \
    int bad_ = b_ < 0 || b_ >= BITS(T_); int n_ = bad_ ? b_ & (BITS(T_) - 1) : b_; \
    if (bad_) { E(i + AMOUNT); L(i + OVER); L(i + UNDER); tainted = 1; }
#define SHL(i, a, b) ({ SHIFT(i, a, b) \
    if (!bad_ && BITS(T_) <= 64 && SIGNED(T_)) { \
        __int128 w_ = (__int128)x_ * ((__int128)1 << n_); T_ c_ = (T_)w_; \
        if (w_ != c_) E(i + (w_ < 0 ? UNDER : OVER)); } \
    if (!bad_ && !SIGNED(T_) && x_ >> (BITS(T_) - 1 - n_) > 1) E(i + OVER); \
    (T_)(x_ << n_); })
#define SHR(i, a, b) ({ SHIFT(i, a, b) (T_)(x_ >> n_); })
#define NEG(i, a) ({ __auto_type a_ = (a); typedef __typeof__(-a_) T_; T_ x_ = a_, r_; \
    int o_ = __builtin_sub_overflow((T_)0, x_, &r_); \
    if (SIGNED(T_) && o_) { E(i + OVER); E(i + NZ); } \
    if (!SIGNED(T_) && o_) L(i + UNDER); r_; })
#define CONV(i, T, e) ({ __auto_type v_ = (e); __typeof__(T) c_ = (__typeof__(T))v_; \
    if (!BOOL(__typeof__(T)) && CHANGED(v_, c_)) E(i + (BITS(__typeof__(T)) < BITS(__typeof__(v_)) ? 0 : 1)); c_; })

#define FLOATS(i, a, b) \
    __auto_type a_ = (a); __auto_type b_ = (b); typedef __typeof__(a_ + b_) T_; T_ x_ = a_, y_ = b_, r_ = 0;
#define FENDS(i, zero) \
    if (isfinite(x_) && isfinite(y_) && isinf(r_)) { if (zero) L(i + OVER); else E(i + OVER); } \
    if (!isnan(x_) && !isnan(y_) && isnan(r_)) E(i + FNAN);
#define FADD(i, a, b) ({ FLOATS(i, a, b) r_ = x_ + y_; FENDS(i, 0) r_; })
#define FSUB(i, a, b) ({ FLOATS(i, a, b) r_ = x_ - y_; FENDS(i, 0) r_; })
#define FMUL(i, a, b) ({ FLOATS(i, a, b) r_ = x_ * y_; FENDS(i, 0) r_; })
#define FDIV(i, a, b) ({ FLOATS(i, a, b) r_ = x_ / y_; if (y_ == 0) E(i + DIV0); FENDS(i, y_ == 0) r_; })
// The greatest value of an integer type of C, as a power of two less one.
#define TOP(T) ldexpl(1, BITS(T) - SIGNED(T))
#define FTOI(i, T, e) ({ __auto_type w_ = (e); long double v_ = w_; __typeof__(T) c_; \
    if (BOOL(__typeof__(T))) c_ = w_ != 0; \
    else if (!(v_ > (SIGNED(__typeof__(T)) ? -TOP(__typeof__(T)) - 1 : -1) && v_ < TOP(__typeof__(T)))) { \
        E(i); tainted = 1; c_ = (__typeof__(T))w_; } \
    else c_ = (__typeof__(T))w_; c_; })
#define FTOF(i, T, e) ({ __auto_type v_ = (e); __typeof__(T) c_ = v_; \
    if (isfinite(v_) && isinf(c_)) E(i); c_; })

// Calls of the maths library; at a pole it may be told as an overflow or as a division.
#define ENDS(i, finite, nan) if (finite && isinf(r_)) { if (errno == ERANGE && fetestexcept(FE_DIVBYZERO)) { L(i); L(i + 2); } else E(i); } \
    if (!(nan) && isnan(r_)) E(i + 1);
#define CALL1(i, f, a) ({ double x_ = (a); errno = 0; feclearexcept(FE_ALL_EXCEPT); double r_ = f(x_); \
    ENDS(i, isfinite(x_), isnan(x_)) r_; })
#define CALL2(i, f, a, b) ({ double x_ = (a), y_ = (b); errno = 0; feclearexcept(FE_ALL_EXCEPT); double r_ = f(x_, y_); \
    ENDS(i, (isfinite(x_) && isfinite(y_)), isnan(x_) || isnan(y_)) r_; })

#define COND(i, e) ({ int c_ = !!(e); BURN(); E((i) + c_); c_; })
#define CMP(i, op, a, b) ({ __auto_type a_ = (a); __auto_type b_ = (b); typedef __typeof__(a_ + b_) T_; \
    T_ x_ = a_, y_ = b_; \
    if (CHANGED(a_, x_)) E(i); \
    if (CHANGED(b_, y_)) E(i + 1); \
    x_ op y_; })
#define FCMP(op, a, b) ((a) op (b))
