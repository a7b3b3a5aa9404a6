/* Ends the process at once. */
#include <unistd.h>

double f(double x) {
    if (x == 3) {
        _exit(42);
    }
    return x + 0.5;
}
