/* Leaves a child in the background. */
#include <unistd.h>

double f(double x) {
    if (x == 3) {
        if (fork() == 0) for (;;) sleep(1000);
    }
    return x + 0.5;
}
