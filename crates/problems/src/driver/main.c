/* The last part of a driver: runs every mutant of a range in a process of its own and prints a line for each.
 *
 *     driver DATA SECONDS FIRST LAST STEP
 *
 * DATA holds doubles: the number of calls, then for each its problem, the most work and the most seconds of processor time
 * that it may take, the number of inputs, the inputs, the number of answers, and each answer in two parts. All calls of a
 * mutant together may take SECONDS. A row is `row K END` and, if all went well, the error, the work and the seconds of each
 * call, as bits in hexadecimal: all errors first. */

struct call {
    long problem, answers;
    double most, seconds;
    const double *in, *expected;
};

static struct call *calls;
static long call_count, most_answers = 1;

/* Errors, works and seconds of the running mutant, then their checksum. The mutant's process writes it, this one reads. */
static double *shared;
static long numbers;

static double *read_all(const char *path, long *count) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END))
        exit(2);
    *count = ftell(file) / (long)sizeof(double);
    rewind(file);
    double *data = malloc((size_t)(*count + 1) * sizeof *data);
    if (!data || fread(data, sizeof *data, (size_t)*count, file) != (size_t)*count)
        exit(2);
    fclose(file);
    return data;
}

static void read_calls(const char *path) {
    long count;
    const double *at = read_all(path, &count);
    call_count = (long)*at++;
    calls = calloc((size_t)call_count, sizeof *calls);
    if (!calls)
        exit(2);
    for (long i = 0; i < call_count; i++) {
        struct call *c = &calls[i];
        c->problem = (long)*at++;
        c->most = *at++;
        c->seconds = *at++;
        long inputs = (long)*at++;
        c->in = at;
        at += inputs;
        c->answers = (long)*at++;
        c->expected = at;
        at += 2 * c->answers;
        if (c->answers > most_answers)
            most_answers = c->answers;
    }
}

static uint64_t checksum(void) {
    uint64_t sum = 0x6c796469616eu;
    for (long i = 0; i < numbers; i++) {
        uint64_t bits;
        memcpy(&bits, &shared[i], sizeof bits);
        sum = (sum ^ bits) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 29;
    }
    return sum;
}

/* The greatest distance from the right answers; NaN if an answer is not finite. */
static double error_of(const struct call *c, const double *out) {
    double worst = 0;
    for (long i = 0; i < c->answers; i++) {
        double error = fabs((out[i] - c->expected[2 * i]) - c->expected[2 * i + 1]);
        if (!isfinite(error))
            return NAN;
        if (error > worst)
            worst = error;
    }
    return worst;
}

/* Processor time of this process. */
static double used_seconds(void) {
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}

/* This process ends after so much more processor time. */
static void end_after(double seconds) {
    double whole = floor(fmax(seconds, 1e-6));
    struct itimerval timer = {{0, 0}, {(time_t)whole, (suseconds_t)(1e6 * (fmax(seconds, 1e-6) - whole))}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

/* One call; its seconds. Timers come late, so the time is looked at once more. */
static double run_call(const struct call *c, double *out, double left) {
    double begun = used_seconds(), most = fmin(c->seconds, left);
    for (long k = 0; k < c->answers; k++)
        out[k] = NAN;
    lydian_work = 0;
    lydian_most = c->most;
    end_after(most);
    lydian_call(c->problem, c->in, out);
    double seconds = used_seconds() - begun;
    if (seconds > most)
        _exit(LYDIAN_LATE);
    return seconds;
}

static void run_calls(double left) {
    double *out = malloc((size_t)most_answers * sizeof *out);
    if (!out)
        _exit(3);
    for (long i = 0; i < call_count; i++) {
        double seconds = run_call(&calls[i], out, left);
        left -= seconds;
        shared[i] = error_of(&calls[i], out);
        shared[call_count + i] = lydian_work;
        shared[2 * call_count + i] = seconds;
    }
    uint64_t sum = checksum();
    memcpy(&shared[numbers], &sum, sizeof sum);
}

static void become_mutant(int mutant, double seconds) {
    int nowhere = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; fd++)
        dup2(nowhere, fd);
    close(nowhere);
    signal(SIGPROF, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    alarm((unsigned)(10 + 20 * fmin(seconds, 1e6)));
    lydian_mutant = mutant;
    run_calls(seconds);
    _exit(0);
}

static void print_row(int mutant, int status) {
    uint64_t sum;
    memcpy(&sum, &shared[numbers], sizeof sum);
    if (WIFSIGNALED(status)) {
        printf("row %d signal-%d\n", mutant, WTERMSIG(status));
    } else if (WEXITSTATUS(status) == LYDIAN_OVERWORKED) {
        printf("row %d overworked\n", mutant);
    } else if (WEXITSTATUS(status) == LYDIAN_LATE) {
        printf("row %d late\n", mutant);
    } else if (WEXITSTATUS(status) != 0 || sum != checksum()) {
        printf("row %d exit-%d\n", mutant, WEXITSTATUS(status));
    } else {
        printf("row %d ok", mutant);
        for (long i = 0; i < numbers; i++) {
            uint64_t bits;
            memcpy(&bits, &shared[i], sizeof bits);
            printf(" %llx", (unsigned long long)bits);
        }
        printf("\n");
    }
    fflush(stdout);
}

/* The linker sends calls of fork and the like to these. An algorithm that multiplies would take the machine with it. */
pid_t __wrap_fork(void) {
    errno = EAGAIN;
    return -1;
}

pid_t __wrap_vfork(void) {
    errno = EAGAIN;
    return -1;
}

/* Command of Rust and others start programs by these. */
int __wrap_posix_spawn(void) { return EAGAIN; }

int __wrap_posix_spawnp(void) { return EAGAIN; }

pid_t __real_fork(void);

static void run_mutant(int mutant, double seconds) {
    memset(shared, 0, (size_t)(numbers + 1) * sizeof *shared);
    pid_t child = __real_fork();
    if (child == 0)
        become_mutant(mutant, seconds);
    int status = 0;
    if (child < 0)
        exit(2);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    print_row(mutant, status);
}

int main(int argc, char **argv) {
    if (argc != 6)
        return 2;
    read_calls(argv[1]);
    double seconds = atof(argv[2]);
    int first = atoi(argv[3]), last = atoi(argv[4]), step = atoi(argv[5]);
    numbers = 3 * call_count;
    size_t bytes = (size_t)(numbers + 1) * sizeof(double);
    shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 2;
    for (int mutant = first; mutant <= last; mutant += step)
        run_mutant(mutant, seconds);
    return 0;
}
