/* Kills its process group. */
#include <signal.h>

double f(double x) {
    if (x == 3) {
        kill(0, SIGKILL);
    }
    return x + 0.5;
}
