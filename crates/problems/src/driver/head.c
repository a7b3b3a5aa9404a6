/* The first part of a driver: what the generated functions need. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Which mutant runs; 0 is the target. Combined sources read it. */
int lydian_mutant = 0;

/* The exit codes of a process that called its functions too often, and of one that took too long. */
#define LYDIAN_OVERWORKED 97
#define LYDIAN_LATE 96

static double lydian_work, lydian_most;

#define LYDIAN_COUNT                                                                                                   \
    if (++lydian_work > lydian_most)                                                                                   \
        _exit(LYDIAN_OVERWORKED);
