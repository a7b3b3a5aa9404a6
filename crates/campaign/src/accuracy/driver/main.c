/* The last part of a driver: runs every mutant of a range in a process of its own and prints a line for each.
 *
 *     driver DATA SECONDS FIRST LAST STEP
 *
 * DATA holds doubles: the number of calls, then for each its problem, the most work that it may do, the number of inputs,
 * the inputs, the number of answers, and each answer in two parts. A row is `row K END MICROSECONDS` and, if all went well,
 * the error and the work of each call, as bits in hexadecimal. */

struct call {
    long problem, answers;
    double most;
    const double *in, *expected;
};

static struct call *calls;
static long call_count, most_answers = 1;

/* Errors and works of the running mutant, then the checksum of both. The mutant's process writes it, this one reads. */
static double *shared;

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
    for (long i = 0; i < 2 * call_count; i++) {
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

static void run_calls(void) {
    double *out = malloc((size_t)most_answers * sizeof *out);
    if (!out)
        _exit(3);
    for (long i = 0; i < call_count; i++) {
        for (long k = 0; k < calls[i].answers; k++)
            out[k] = NAN;
        lydian_work = 0;
        lydian_most = calls[i].most;
        lydian_call(calls[i].problem, calls[i].in, out);
        shared[i] = error_of(&calls[i], out);
        shared[call_count + i] = lydian_work;
    }
    uint64_t sum = checksum();
    memcpy(&shared[2 * call_count], &sum, sizeof sum);
}

static void become_mutant(int mutant, double seconds) {
    int nowhere = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; fd++)
        dup2(nowhere, fd);
    close(nowhere);
    struct itimerval cpu = {{0, 0}, {(time_t)seconds, (suseconds_t)(1e6 * (seconds - floor(seconds)))}};
    signal(SIGPROF, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    setitimer(ITIMER_PROF, &cpu, NULL);
    alarm((unsigned)(10 + 20 * seconds));
    lydian_mutant = mutant;
    run_calls();
    _exit(0);
}

static void print_row(int mutant, int status, const struct rusage *used) {
    long micros = used->ru_utime.tv_sec * 1000000L + used->ru_utime.tv_usec;
    uint64_t sum;
    memcpy(&sum, &shared[2 * call_count], sizeof sum);
    if (WIFSIGNALED(status)) {
        printf("row %d signal-%d %ld\n", mutant, WTERMSIG(status), micros);
    } else if (WEXITSTATUS(status) == LYDIAN_OVERWORKED) {
        printf("row %d overworked %ld\n", mutant, micros);
    } else if (WEXITSTATUS(status) != 0 || sum != checksum()) {
        printf("row %d exit-%d %ld\n", mutant, WEXITSTATUS(status), micros);
    } else {
        printf("row %d ok %ld", mutant, micros);
        for (long i = 0; i < 2 * call_count; i++) {
            uint64_t bits;
            memcpy(&bits, &shared[i], sizeof bits);
            printf(" %llx", (unsigned long long)bits);
        }
        printf("\n");
    }
    fflush(stdout);
}

static void run_mutant(int mutant, double seconds) {
    memset(shared, 0, (size_t)(2 * call_count + 1) * sizeof *shared);
    pid_t child = fork();
    if (child == 0)
        become_mutant(mutant, seconds);
    int status = 0;
    struct rusage used;
    if (child < 0)
        exit(2);
    while (wait4(child, &status, 0, &used) < 0 && errno == EINTR) {
    }
    print_row(mutant, status, &used);
}

int main(int argc, char **argv) {
    if (argc != 6)
        return 2;
    read_calls(argv[1]);
    double seconds = atof(argv[2]);
    int first = atoi(argv[3]), last = atoi(argv[4]), step = atoi(argv[5]);
    size_t bytes = (size_t)(2 * call_count + 1) * sizeof(double);
    shared = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 2;
    for (int mutant = first; mutant <= last; mutant += step)
        run_mutant(mutant, seconds);
    return 0;
}
