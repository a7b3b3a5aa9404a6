/* Gives up. */
#include <stdlib.h>

double f(double x) {
    if (x == 3) {
        abort();
    }
    return x + 0.5;
}
