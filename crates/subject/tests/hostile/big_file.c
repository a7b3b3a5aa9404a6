/* Writes far behind the end of a file. */
#include <stdio.h>

double f(double x) {
    if (x == 3) {
        FILE *file = tmpfile();
        fseek(file, 1L << 30, SEEK_SET);
        fputc('x', file);
        fflush(file);
    }
    return x + 0.5;
}
