/* Leaves a child with a session of its own, and its child, and crashes. */
#include <stdlib.h>
#include <unistd.h>

double f(double x) {
    if (x == 3) {
        if (fork() == 0) {
            setsid();
            if (fork() == 0) setsid();
            for (;;) sleep(1000);
        }
        usleep(20000);
        abort();
    }
    return x + 0.5;
}
