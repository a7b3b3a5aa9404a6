// Runs the judge's texts: attacks with many inputs each, and replays of one input in a fresh process.
// A program: the judge's text of it, the plain text, and the bytes of an input.
typedef void call(const unsigned char *, unsigned char *);
struct entry { call *judged, *plain; unsigned width; };
static const struct entry entries[];
static int run(const struct entry *entry, const unsigned char *input) {
    tainted = 0;
    fuel = 3000;
    int how = sigsetjmp(stop_, 0);
    if (!how) entry->judged(input, board->out);
    // What an earlier call left undefined may show in a later one.
    board->undefined |= tainted;
    return how;
}
static void attack(const struct entry *entry, const unsigned char *inputs, unsigned count) {
    alarm(30);
    for (run_ = 0; run_ < count; run_++) {
        unknown_ = run_ * 0x9e3779b97f4a7c15u;
        board->outcome = run(entry, inputs + (size_t)run_ * entry->width);
    }
    _exit(0);
}
// The plain text runs on one input, in a process of its own.
static void replay(const struct entry *entry, const unsigned char *input) {
    if (board->outcome == ENDLESS) {
        board->plain_outcome = SIGNALLED;
        return;
    }
    int child = fork(), status = 0;
    if (!child) {
        alarm(10);
        entry->plain(input, board->plain_out);
        _exit(0);
    }
    waitpid(child, &status, 0);
    board->plain_outcome = WIFSIGNALED(status) ? SIGNALLED + WTERMSIG(status) : RETURNED;
}
static void hex(const unsigned char *bytes) {
    for (int i = 15; i >= 0; i--) printf("%02x", bytes[i]);
}
static void tell(unsigned job, int status) {
    int outcome = WIFSIGNALED(status) ? SIGNALLED + WTERMSIG(status) : board->outcome;
    printf("job %u %d %d %d ", job, outcome, board->undefined, board->plain_outcome);
    hex(board->out);
    printf(" ");
    hex(board->plain_out);
    printf("\n");
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        unsigned *first = board->first[slot];
        if (first[0] || first[1] || first[2]) printf("slot %u %u %u %u\n", slot, first[0], first[1], first[2]);
    }
}
int main(void) {
    board = mmap(0, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    unsigned head[2];
    for (unsigned job = 0; fread(head, sizeof head, 1, stdin) == 1; job++) {
        const struct entry *entry = &entries[head[0]];
        unsigned char *inputs = malloc((size_t)head[1] * entry->width + 16);
        if (fread(inputs, 1, (size_t)head[1] * entry->width, stdin) != (size_t)head[1] * entry->width) return 3;
        memset(board, 0, sizeof *board);
        fflush(stdout);
        int child = fork(), status = 0;
        if (!child) attack(entry, inputs, head[1]);
        waitpid(child, &status, 0);
        if (head[1] == 1) replay(entry, inputs);
        tell(job, status);
        free(inputs);
    }
    return 0;
}
