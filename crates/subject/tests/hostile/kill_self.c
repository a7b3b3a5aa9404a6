/* Kills itself. */
#include <signal.h>
#include <unistd.h>

double f(double x) {
    if (x == 3) {
        kill(getpid(), SIGKILL);
    }
    return x + 0.5;
}
