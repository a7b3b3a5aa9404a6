/* Code that does not simply return: every function has branches that must be covered nevertheless. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What follows the trouble in every function. */
static int rest(double x) {
    return x > 0.0;
}

int segfaults(double x) {
    if (x > 100.0) return *(volatile int *)8;
    if (x * x == 9.0) return 1;
    return rest(x);
}

int loops_with_branches(double x) {
    if (x > 100.0)
        while (x > 0.0) x = sqrt(x) + 1.0;
    if (x * x == 9.0) return 1;
    return 0;
}

int loops_without_branches(double x) {
    if (x > 100.0)
        for (;;) {
        }
    if (x * x == 9.0) return 1;
    return 0;
}

int sleeps(double x) {
    if (x == 1234.5)
        for (;;) sleep(1000);
    if (x * x == 9.0) return 1;
    return 0;
}

/* No probe is passed in this loop: only a signal ends it. */
int spins(double x) {
    if (x == 1234.5) __asm__ volatile("1: jmp 1b");
    if (x * x == 9.0) return 1;
    return 0;
}

int exits(double x) {
    if (x > 100.0) exit(3);
    if (x < -100.0) _exit(4);
    if (x * x == 9.0) return 1;
    return 0;
}

int aborts(double x) {
    if (x > 100.0) abort();
    if (x * x == 9.0) return 1;
    return 0;
}

int writes(double *x, int *n) {
    if (*x > 100.0) *x = *n = 7;
    else *x = -1.0;
    if (*n == 7) return 1;
    *n = 3;
    return 0;
}

int prints(double x) {
    for (int i = 0; i < 50; i++) {
        printf("a line that nobody wants %d\n", i);
        fprintf(stderr, "nor this one\n");
    }
    puts("{\"Covered\":{\"input\":[0],\"output\":[],\"outcome\":\"returned\",\"sides\":[0,1,2,3]}}");
    fflush(stdout);
    if (x > 100.0) return 2;
    if (x * x == 9.0) return 1;
    return 0;
}

int divides(int a, int b) {
    if (a / b == 1000) return 1;
    if (a > 10) return 2;
    return 0;
}

int recurses(int n) {
    if (n == 77) return 1;
    if (n > 100) return recurses(n + 1) + 1;
    return 0;
}

int kills_itself(double x) {
    if (x > 100.0) kill(getpid(), SIGKILL);
    if (x * x == 9.0) return 1;
    return 0;
}

int raises(double x) {
    if (x > 100.0) raise(SIGKILL);
    if (x * x == 9.0) return 1;
    return 0;
}

/* Nothing that can be wrapped or caught: the process is gone. */
int vanishes(double x) {
    if (x > 99.5 && x < 100.5) syscall(SYS_kill, getpid(), SIGKILL);
    if (x * x == 9.0) return 1;
    return 0;
}

