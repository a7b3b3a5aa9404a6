/* Reads through a null pointer. */
#include <stddef.h>

double f(double x) {
    if (x == 3) {
        volatile double *p = NULL; return *p;
    }
    return x + 0.5;
}
