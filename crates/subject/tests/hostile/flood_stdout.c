/* Writes a gigabyte to standard output. */
#include <unistd.h>

double f(double x) {
    if (x == 3) {
        static char block[1 << 20]; for (int i = 0; i < 1024; i++) if (write(1, block, sizeof block) < 0) break;
    }
    return x + 0.5;
}
