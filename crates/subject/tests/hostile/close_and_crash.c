/* Closes every descriptor, then crashes. */
#include <stdlib.h>
#include <unistd.h>

double f(double x) {
    if (x == 3) {
        for (int d = 0; d < 4096; d++) close(d);
        abort();
    }
    return x + 0.5;
}
