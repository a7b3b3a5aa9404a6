/* The loop of a worker: takes inputs from shared memory, calls the shim, and leaves results there.
 *
 * The code under test may do anything to this process. So results carry a checksum with a key that is in no shared place
 * any more, inputs are mapped read-only, no descriptor leads to the memory, and a forked copy stops at once. */
#define _GNU_SOURCE
#include "lydian.h"
#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#define CAPACITY 4096
#define PAGE 4096
#define INPUT_BYTES ((size_t)CAPACITY * LYDIAN_ARGUMENTS * 16)
#define RESULT_BYTES ((size_t)CAPACITY * sizeof(struct lydian_slot))
#define READY 0x6c796469616e0001ull
/* Beyond the descriptors that a program meets by chance. */
#define HIGH_DESCRIPTOR 700

static volatile struct lydian_header *header;
static const unsigned char *inputs;
static struct lydian_slot *results;
static uint64_t key;
static pid_t self;
static fenv_t environment;

static uint64_t mix(uint64_t h, uint64_t word) {
    h = (h ^ word) * 0x9e3779b97f4a7c15ull;
    return h ^ h >> 32;
}

static uint64_t checksum(const struct lydian_slot *slot, uint64_t sequence) {
    uint64_t words[sizeof *slot / 8], h = mix(key, sequence);
    size_t n = 6 + (slot->length + 7u) / 8;
    memcpy(words, slot, sizeof words);
    for (size_t i = 1; i < n; i++) h = mix(h, words[i]);
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

static void attach(int memory) {
    header = map(memory, 0, PAGE, PROT_READ | PROT_WRITE);
    inputs = map(memory, PAGE, INPUT_BYTES, PROT_READ);
    results = map(memory, PAGE + INPUT_BYTES, RESULT_BYTES, PROT_READ | PROT_WRITE);
    key = header->key;
    header->key = 0;
    close(memory);
}

static void call(uint64_t i, size_t stride) {
    struct lydian_slot slot;
    memset(&slot, 0, sizeof slot);
    header->progress = i + 1;
    fesetenv(&environment);
    int before = fegetround();
    lydian_call(inputs + i * stride, &slot);
    /* A copy that the subject forked may come back here; it must not answer. */
    if (getpid() != self) _exit(0);
    alarm(0);
    slot.rounding = fegetround() != before;
    if (slot.length > LYDIAN_TEXT) slot.length = LYDIAN_TEXT;
    memset(slot.text + slot.length, 0, LYDIAN_TEXT - slot.length);
    slot.check = checksum(&slot, header->base + i);
    results[i] = slot;
}

static void serve(int bell) {
    size_t stride = (size_t)header->arity * 16;
    for (;;) {
        char byte;
        ssize_t n = read(bell, &byte, 1);
        if (n < 0 && errno == EINTR) continue;
        if (n != 1) _exit(0);
        uint64_t count = header->count;
        for (uint64_t i = header->first; i < count && i < CAPACITY; i++) call(i, stride);
        if (write(bell, "d", 1) != 1) _exit(0);
    }
}

int main(int argc, char **argv) {
    if (argc < 3) return 70;
    int bell = atoi(argv[2]), high;
    self = getpid();
    fegetenv(&environment);
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
