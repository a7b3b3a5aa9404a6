/* Sets an alarm that would go off in a later call, and answers. */
#include <unistd.h>

double f(double x) {
    if (x == 3) {
        ualarm(1000, 0);
    }
    return x + 0.5;
}
