/* The probes: called before every conditional branch, so each is a few instructions long.
   The generated entry has the records, the limit, and the call of the function itself. */
#include "record.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* The code under test may have functions with the names of the C library: `signal`, `raise`, `getpid`. Nothing here calls
   one that a programmer might write. */

LYDIAN_PROBE int lydian_body(const unsigned char *input, unsigned char *output);

static sigjmp_buf lydian_back;
LYDIAN_PROBE volatile int lydian_inside;

_Static_assert(sizeof(struct lydian_branch) == 64 && sizeof(struct lydian_state) == 56, "as in state.rs");

LYDIAN_API struct lydian_state *lydian_get_state(void) { return &lydian_state; }

/* Rounding to nearest, no exceptions raised, none that traps: as a process begins. */
static void lydian_default_floats(void) {
    __asm__ volatile("fninit");
    __builtin_ia32_ldmxcsr(0x1f80);
}

/* A function that changes the rounding mode, or is cut while it has, must not change the next run. */
static void lydian_calm(void) {
    enum { FLAGS = 0x3f };
    if (LYDIAN_RARE((__builtin_ia32_stmxcsr() & ~FLAGS) != 0x1f80)) lydian_default_floats();
}

/* One run: unpacks the input, calls the function, packs what came out. Gives how it ended. */
LYDIAN_API int lydian_entry(const unsigned char *input, unsigned char *output) {
    /* What earlier runs raised must not be seen by this one. */
    if (__builtin_ia32_stmxcsr() != 0x1f80) lydian_default_floats();
    lydian_state.epoch++;
    lydian_state.left_over = lydian_state.limit;
    lydian_state.deaths = 0;
    int why = sigsetjmp(lydian_back, 0);
    if (why == 0) why = lydian_body(input, output);
    lydian_calm();
    return why;
}

/* ---- leaving a run early ---- */

LYDIAN_PROBE void lydian_leave(int why) {
    lydian_inside = 0;
    siglongjmp(lydian_back, why);
}

/* A read or a write beyond the end of a variable. What is outside of a run does as it would. */
LYDIAN_PROBE void lydian_outside(void) {
    if (lydian_inside) lydian_leave(LYDIAN_OUTSIDE);
}

LYDIAN_PROBE void lydian_tick(void) { lydian_count(); }

/* Takes a result that nobody else takes, so that it is computed. */
LYDIAN_PROBE void lydian_keep(uint64_t number) { (void)number; }

/* Zero, as far as the compiler does not know: a division by a constant zero would be left out, and its trap with it. */
LYDIAN_PROBE volatile uint64_t lydian_zero = 0;

/* What variables start with that nothing has written yet: odd in every width, and no address. */
LYDIAN_PROBE volatile uint64_t lydian_anything = 0xa5a5a5a5a5a5a5a5;

/* The same for a large variable. */
LYDIAN_PROBE void lydian_fill(uint64_t address, uint64_t bytes) {
    unsigned char *place = (unsigned char *)address;
    uint64_t word = lydian_anything;
    uint64_t i = 0;
    /* Memory that the compiler takes for the code's own must be written whatever it thinks of it. */
    for (; i + 8 <= bytes; i += 8) memcpy(place + i, &word, 8);
    for (; i < bytes; i++) place[i] = (unsigned char)(word >> 8 * (i % 8));
    __asm__ volatile("" : : "r"(place) : "memory");
}

/* The same for a variable whose size is known only now. One that is too large for the stack does no harm as long as nobody
   writes to it. */
LYDIAN_PROBE void lydian_fill_some(uint64_t address, uint64_t bytes) {
    if (bytes <= 1 << 20) lydian_fill(address, bytes);
}

/* The linker sends the subject's calls of exit, _exit and abort here (--wrap). */
LYDIAN_PROBE void __wrap_exit(int code) {
    lydian_state.exit_code = code;
    lydian_leave(LYDIAN_EXITED);
}
LYDIAN_PROBE void __wrap__exit(int code) { __wrap_exit(code); }
LYDIAN_PROBE void __wrap_abort(void) { lydian_leave(LYDIAN_SIGNAL + SIGABRT); }

/* Whether a signal would end or stop this process: nobody handles it, and by default it does more than nothing. */
static bool lydian_is_fatal(int number) {
    struct sigaction now;
    if (number == 0 || number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT) return false;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_DFL;
}

/* So are its calls of kill and raise, since no handler survives SIGKILL. */
int __real_kill(pid_t process, int number);
LYDIAN_PROBE int __wrap_kill(pid_t process, int number) {
    if ((process <= 0 || process == (pid_t)syscall(SYS_getpid)) && lydian_inside && lydian_is_fatal(number))
        lydian_leave(LYDIAN_SIGNAL + number);
    return __real_kill(process, number);
}
LYDIAN_PROBE int __wrap_raise(int number) { return __wrap_kill((pid_t)syscall(SYS_getpid), number); }

/* A copy of this process would go on with the search: there is none to be had. */
LYDIAN_PROBE pid_t __wrap_fork(void) {
    errno = EAGAIN;
    return -1;
}
LYDIAN_PROBE pid_t __wrap_vfork(void) { return __wrap_fork(); }

/* Milliseconds of processor time that this process has used. */
static uint64_t lydian_used(void) {
    struct timespec used = {0, 0};
    syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &used);
    return (uint64_t)used.tv_sec * 1000 + (uint64_t)used.tv_nsec / 1000000;
}

/* Whoever sends SIGALRM cannot know whether one run takes long or many short ones, nor whether the machine is busy with
   other things. The first alarm within a run begins a count; a later one ends the run if it has worked since then, and the
   last one does in any case, since a run that sleeps does not work. */
static bool lydian_is_early(int number) {
    enum { WORKED = 150, LAST = 4 };
    static uint64_t epoch, begun;
    static int alarms;
    if (number != SIGALRM) return false;
    if (epoch == lydian_state.epoch) return ++alarms < LAST && lydian_used() - begun < WORKED;
    epoch = lydian_state.epoch;
    begun = lydian_used();
    alarms = 0;
    return true;
}

/* The thread that makes the runs: only it can leave one. */
static pid_t lydian_thread;

/* A signal for the process comes to any of its threads, mostly to the first, which need not be the one that makes the runs.
   An alarm is handed on to that one; a crash in another thread is none of a run. */
static bool lydian_is_elsewhere(int number) {
    bool is_elsewhere = syscall(SYS_gettid) != lydian_thread;
    if (is_elsewhere && number == SIGALRM) syscall(SYS_tgkill, syscall(SYS_getpid), lydian_thread, number);
    return is_elsewhere;
}

static void lydian_on_signal(int number) {
    bool is_elsewhere = lydian_is_elsewhere(number);
    if (!is_elsewhere && lydian_is_early(number)) return;
    if (!is_elsewhere && lydian_inside) lydian_leave(LYDIAN_SIGNAL + number);
    if (number == SIGALRM) return;
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigaction(number, &plain, NULL);
    syscall(SYS_tgkill, syscall(SYS_getpid), syscall(SYS_gettid), number);
}

static const int lydian_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGALRM, SIGVTALRM};
enum { LYDIAN_SIGNALS = sizeof lydian_signals / sizeof lydian_signals[0] };
static struct sigaction lydian_actions_before[LYDIAN_SIGNALS];
static stack_t lydian_stack_before;

/* Makes crashes end the run instead of the process. SA_NODEFER keeps the signal mask as it was, so that leaving by
   a jump needs no system call; the other stack survives an endless recursion. */
LYDIAN_API int lydian_guard(void) {
    static unsigned char stack[1 << 16];
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = lydian_on_signal, .sa_flags = SA_NODEFER | SA_ONSTACK | SA_RESTART};
    lydian_thread = (pid_t)syscall(SYS_gettid);
    if (sigaltstack(&other, &lydian_stack_before) != 0) return -1;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < LYDIAN_SIGNALS; i++)
        if (sigaction(lydian_signals[i], &action, &lydian_actions_before[i]) != 0) return -1;
    return 0;
}

/* Puts the handlers back that were there before. */
LYDIAN_API int lydian_unguard(void) {
    for (int i = 0; i < LYDIAN_SIGNALS; i++) sigaction(lydian_signals[i], &lydian_actions_before[i], NULL);
    return sigaltstack(&lydian_stack_before, NULL);
}

/* ---- recording ---- */

static inline struct lydian_branch *lydian_record(uint32_t id, uint8_t taken, uint64_t left, uint64_t right) {
    struct lydian_branch *branch = lydian_visit(id);
    lydian_count();
    branch->hits[taken & 1]++;
    branch->distance[taken & 1] = 0;
    branch->left = left;
    branch->right = right;
    return branch;
}

static inline void lydian_approach(struct lydian_branch *branch, uint8_t taken, double distance) {
    double *other = &branch->distance[!(taken & 1)];
    if (distance < *other) *other = distance;
}

/* The set of relations that leads to the side which was not taken. */
static inline uint32_t lydian_wanted(uint32_t predicate, uint8_t taken, uint32_t all) {
    return (taken & 1 ? ~predicate : predicate) & all;
}

/* ---- floats ---- */

static inline void lydian_float(uint32_t id, double left, double right, bool nan, double apart, uint32_t predicate,
                                uint8_t taken) {
    struct lydian_branch *branch = lydian_record(id, taken, lydian_bits(left), lydian_bits(right));
    uint32_t wanted = lydian_wanted(predicate, taken, 15);
    lydian_approach(branch, taken, nan ? LYDIAN_NAN_DISTANCE : lydian_steps(wanted, apart));
}

LYDIAN_PROBE void lydian_branch_f64(uint32_t id, double a, double b, uint32_t predicate, uint8_t taken) {
    lydian_float(id, a, b, a != a || b != b, lydian_gap64(lydian_order64(a), lydian_order64(b)), predicate, taken);
}

LYDIAN_PROBE void lydian_branch_f32(uint32_t id, float a, float b, uint32_t predicate, uint8_t taken) {
    lydian_float(id, a, b, a != a || b != b, lydian_gap64(lydian_order32(a), lydian_order32(b)), predicate, taken);
}

LYDIAN_PROBE void lydian_branch_f80(uint32_t id, long double a, long double b, uint32_t predicate, uint8_t taken) {
    __int128 apart = lydian_order80(a) - lydian_order80(b);
    lydian_float(id, (double)a, (double)b, a != a || b != b, (double)(apart < 0 ? -apart : apart), predicate, taken);
}

/* ---- integers, bits, and conditions that compare nothing ---- */

LYDIAN_PROBE void lydian_branch_i64(uint32_t id, int64_t a, int64_t b, uint32_t predicate, uint8_t taken) {
    struct lydian_branch *branch = lydian_record(id, taken, (uint64_t)a, (uint64_t)b);
    uint32_t wanted = lydian_wanted(predicate, taken, 7);
    double apart = predicate & LYDIAN_UNSIGNED ? lydian_gap64(a ^ INT64_MIN, b ^ INT64_MIN) : lydian_gap64(a, b);
    lydian_approach(branch, taken, lydian_steps(wanted, apart));
}

/* Is a bit of the mask set? Clearing any bit brings the masked value nearer to zero. */
LYDIAN_PROBE void lydian_branch_bits(uint32_t id, uint64_t value, uint64_t mask, uint8_t taken) {
    struct lydian_branch *branch = lydian_record(id, taken, value, mask);
    uint64_t set = value & mask;
    lydian_approach(branch, taken, set ? (double)(set >> __builtin_ctzll(mask)) : 1.0);
}

LYDIAN_PROBE void lydian_branch_other(uint32_t id, uint8_t taken) {
    lydian_approach(lydian_record(id, taken, 0, 0), taken, 1.0);
}
