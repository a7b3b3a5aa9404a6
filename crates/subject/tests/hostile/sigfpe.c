/* Divides an integer by zero, by the book. */
#include <signal.h>

double f(double x) {
    if (x == 3) {
        raise(SIGFPE);
    }
    return x + 0.5;
}
