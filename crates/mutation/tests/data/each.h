/* Runs every version in a process of its own, with a time limit, and prints what it printed or that it died. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static void run(int version);

/* Memory with a wide margin on either side, so that a wrong index reads and writes known numbers. */
static double memory[8][8192];
static double *room(int which) { return memory[which] + 4096; }

static void child(int version)
{
    struct itimerval limit = {{0, 0}, {0, 20000}};
    setitimer(ITIMER_PROF, &limit, NULL);
    run(version);
    fflush(stdout);
    _exit(0);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        int version = atoi(argv[i]), status = 0;
        printf("%d", version);
        fflush(stdout);
        pid_t pid = fork();
        if (pid == 0)
            child(version);
        waitpid(pid, &status, 0);
        printf(status == 0 ? "\n" : " died\n");
    }
    return 0;
}
