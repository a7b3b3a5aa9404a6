// Runs the judge's texts: attacks with many inputs each, and replays of one input in a fresh process.
struct entry { void (*call)(const unsigned char *, unsigned char *); unsigned width; };
static const struct entry entries[];
static int run(const struct entry *entry, const unsigned char *input) {
    tainted = 0;
    fuel = 200000;
    int how = sigsetjmp(stop_, 0);
    if (!how) entry->call(input, board->out);
    board->undefined = tainted;
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
static void tell(unsigned job, int status) {
    printf("job %u %d %d ", job, WIFSIGNALED(status) ? 100 + WTERMSIG(status) : board->outcome, board->undefined);
    for (int i = 15; i >= 0; i--) printf("%02x", board->out[i]);
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
        tell(job, status);
        free(inputs);
    }
    return 0;
}
