/* Writes without end to the error output. */
#include <stdio.h>

double f(double x) {
    if (x == 3) {
        for (;;) fputs("no, no, no\n", stderr);
    }
    return x + 0.5;
}
