/* The loop of a worker: takes inputs from shared memory, calls the shim, and leaves results there.
 *
 * The code under test may do anything to this process. So results carry a checksum with a key that is in no shared place
 * any more, inputs are mapped read-only, no descriptor leads to the memory, and a forked copy stops at once. */
#define _GNU_SOURCE
#include "lydian.h"
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#define PAGE 4096
#define HEAD offsetof(struct lydian_slot, text)
#define READY 0x6c796469616e0001ull
#define LYDIAN_SUPPORTED \
    "float, double, long double (x86) and integers of up to 64 bits are possible; write a function around it"
/* Beyond the descriptors that a program meets by chance. */
#define HIGH_DESCRIPTOR 700

static volatile struct lydian_header *header;
static const unsigned char *inputs;
static unsigned char *results;
static size_t capacity, slot_bytes;
static uint64_t key;
static pid_t self;
static fenv_t environment;
/* 1 here, and 0 in a forked copy: the kernel wipes its page. Null where the kernel cannot. */
static const volatile char *alone;
/* Whether a call may have set a timer. */
static volatile int timed;

static uint64_t mix(uint64_t h, uint64_t word) {
    h = (h ^ word) * 0x9e3779b97f4a7c15ull;
    return h ^ h >> 32;
}

static uint64_t checksum(const struct lydian_slot *slot, uint64_t sequence) {
    uint64_t h = mix(key, sequence);
    size_t n = (HEAD + slot->length + 7) / 8;
    for (size_t i = 1; i < n; i++) {
        uint64_t word;
        memcpy(&word, (const char *)slot + 8 * i, 8);
        h = mix(h, word);
    }
    return h;
}

static void *map(int memory, size_t offset, size_t size, int protection) {
    void *p = mmap(0, size, protection, MAP_SHARED, memory, (off_t)offset);
    if (p == MAP_FAILED || madvise(p, size, MADV_DONTFORK) != 0) _exit(70);
    return p;
}

/* Rounding mode in the low bits, then one bit each for flushed results and flushed operands. */
static unsigned describe_environment(void) {
    unsigned word = (unsigned)(fegetround() != FE_TONEAREST);
#if defined(__x86_64__)
    unsigned csr = _mm_getcsr();
    word |= (csr & 0x8000u ? 2u : 0u) | (csr & 0x0040u ? 4u : 0u);
#endif
    return word;
}

/* A timer that a call leaves behind would go off in another one. To ask the kernel after each call costs more than most
 * calls, so the functions that set timers note it here. They are weak: a subject may have its own. */
__attribute__((weak)) int setitimer(__itimer_which_t which, const struct itimerval *restrict to, struct itimerval *restrict was) {
    timed = 1;
    return (int)syscall(SYS_setitimer, which, to, was);
}

static struct itimerval once(long seconds, long microseconds, long interval) {
    struct itimerval to = {{interval / 1000000, interval % 1000000}, {seconds + microseconds / 1000000, microseconds % 1000000}};
    return to;
}

__attribute__((weak)) unsigned alarm(unsigned seconds) {
    struct itimerval to = once(seconds, 0, 0), was;
    if (setitimer(ITIMER_REAL, &to, &was) != 0) return 0;
    return (unsigned)was.it_value.tv_sec + (was.it_value.tv_usec >= 500000 || (was.it_value.tv_usec && !was.it_value.tv_sec));
}

__attribute__((weak)) useconds_t ualarm(useconds_t value, useconds_t interval) {
    struct itimerval to = once(0, value, interval), was;
    if (setitimer(ITIMER_REAL, &to, &was) != 0) return (useconds_t)-1;
    return (useconds_t)(was.it_value.tv_sec * 1000000 + was.it_value.tv_usec);
}

static void stop_timers(void) {
    struct itimerval none = once(0, 0, 0);
    syscall(SYS_setitimer, ITIMER_REAL, &none, (void *)0);
    timed = 0;
}

/* Marks this process, so that a forked copy knows itself without asking the kernel. */
static void mark_alone(void) {
#ifdef MADV_WIPEONFORK
    char *page = mmap(0, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED || madvise(page, PAGE, MADV_WIPEONFORK) != 0) return;
    *page = 1;
    mprotect(page, PAGE, PROT_READ);
    alone = page;
#endif
}

static int is_copy(void) {
    return alone ? !*alone : getpid() != self;
}

/* Rounding, flags and flushing as at the start. fesetenv takes longer than many a function under test; where the x87 unit
 * is as it was, which is nearly always, the word of SSE is enough. emms marks registers that MMX code left as empty. */
static void reset_environment(void) {
#if defined(__x86_64__) && defined(__GLIBC__)
    unsigned short control, status;
    __asm__ volatile("emms; fnstcw %0; fnstsw %1" : "=m"(control), "=m"(status));
    if (control == environment.__control_word && status == environment.__status_word) {
        _mm_setcsr(environment.__mxcsr);
        return;
    }
#endif
    fesetenv(&environment);
}

static void attach(int memory) {
    header = map(memory, 0, PAGE, PROT_READ | PROT_WRITE);
    capacity = header->capacity;
    slot_bytes = header->slot;
    size_t input_bytes = (capacity * header->width * 16 + PAGE - 1) / PAGE * PAGE;
    inputs = map(memory, PAGE, input_bytes, PROT_READ);
    results = map(memory, PAGE + input_bytes, capacity * slot_bytes, PROT_READ | PROT_WRITE);
    key = header->key;
    header->key = 0;
    close(memory);
}

static void call(uint64_t i, size_t stride) {
    struct lydian_slot slot;
    memset(&slot, 0, HEAD);
    header->progress = i + 1;
    reset_environment();
    int before = fegetround();
    lydian_call(inputs + i * stride, &slot);
    /* A copy that the subject forked may come back here; it must not answer. */
    if (is_copy()) _exit(0);
    if (timed) stop_timers();
    slot.rounding = fegetround() != before;
    if (slot.length > slot_bytes - HEAD) slot.length = slot_bytes - HEAD;
    memset(slot.text + slot.length, 0, -slot.length & 7);
    slot.check = checksum(&slot, header->base + i);
    memcpy(results + i * slot_bytes, &slot, (HEAD + slot.length + 7) / 8 * 8);
    if (slot.outcome == LYDIAN_SPOILT) _exit(0);
}

static void serve(int bell) {
    size_t stride = (size_t)header->arity * 16;
    for (;;) {
        char byte;
        ssize_t n = read(bell, &byte, 1);
        if (n < 0 && errno == EINTR) continue;
        if (n != 1) _exit(0);
        uint64_t count = header->count;
        for (uint64_t i = header->first; i < count && i < capacity; i++) call(i, stride);
        /* What the marks above did not show: a copy that shares all memory, and timers that were set past the library. */
        if (getpid() != self) _exit(0);
        stop_timers();
        if (write(bell, "d", 1) != 1) _exit(0);
    }
}

/* As a floating-point number of any size a zone is a NaN, so that a read beyond an array is likely to be seen. */
static unsigned char zone[LYDIAN_ZONE];

static void paint(void) {
    for (size_t i = 0; i < sizeof zone; i++) zone[i] = i % 2 ? 0xff : 0xfd;
}

void lydian_types(struct lydian_header *h, unsigned count, unsigned short type, const char *name) {
    for (unsigned i = 0; i < count && h->arity < LYDIAN_NUMBERS; i++) h->arguments[h->arity++] = type;
    if (type) return;
    h->failed = 1;
    snprintf(h->text, sizeof h->text, "%s is no number|" LYDIAN_SUPPORTED, name);
}

void *lydian_guard(unsigned char *block, unsigned long bytes) {
    memcpy(block, zone, sizeof zone);
    memset(block + sizeof zone, 255, bytes);
    memcpy(block + sizeof zone + bytes, zone, sizeof zone);
    return block + sizeof zone;
}

int lydian_intact(const unsigned char *block, unsigned long bytes, const char *name, struct lydian_slot *slot) {
    if (!memcmp(block, zone, sizeof zone) && !memcmp(block + sizeof zone + bytes, zone, sizeof zone)) return 1;
    int n = snprintf(slot->text, LYDIAN_TEXT, "it wrote beyond %s", name);
    slot->length = n < LYDIAN_TEXT ? n : LYDIAN_TEXT - 1;
    slot->outcome = LYDIAN_SPOILT;
    return 0;
}

void lydian_take(void *array, const unsigned char *input, unsigned long count, unsigned long size) {
    for (unsigned long i = 0; i < count; i++) memcpy((char *)array + i * size, input + 16 * i, size);
}

void lydian_put(struct lydian_slot *slot, const void *array, unsigned long count, unsigned long size, unsigned short type) {
    for (unsigned long i = 0; i < count && slot->length + 16 <= LYDIAN_ROOM; i++) {
        char *place = slot->text + slot->length;
        memset(place, 0, 14);
        memcpy(place, (const char *)array + i * size, size < 10 ? size : 10);
        memcpy(place + 14, &type, 2);
        slot->length += 16;
    }
    slot->outcome = LYDIAN_VALUES;
}

int main(int argc, char **argv) {
    if (argc < 3) return 70;
    int bell = atoi(argv[2]), high;
    self = getpid();
    fegetenv(&environment);
    mark_alone();
    paint();
    attach(atoi(argv[1]));
    high = fcntl(bell, F_DUPFD_CLOEXEC, HIGH_DESCRIPTOR);
    if (high >= 0) {
        close(bell);
        bell = high;
    }
    header->environment = describe_environment();
    lydian_describe((struct lydian_header *)header);
    header->ready = READY;
    if (write(bell, "r", 1) != 1) return 70;
    serve(bell);
}
