/* Takes all memory. */
#include <stdlib.h>
#include <string.h>

double f(double x) {
    if (x == 3) {
        for (;;) memset(malloc(1 << 28), 1, 1 << 12);
    }
    return x + 0.5;
}
