/* Forks; both copies return. */
#include <unistd.h>

double f(double x) {
    if (x == 3) {
        if (fork() < 0) return -1;
    }
    return x + 0.5;
}
