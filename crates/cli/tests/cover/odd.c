/* What `cover` has little or nothing to do with. */
#include <stdio.h>

double plain(double x) { return 2.0 * x; }

int constant(void) { return 42; }

int reads(FILE *file, int n) { return n > 0 ? fgetc(file) : 0; }

int calls(int (*f)(int), int n) { return n > 0 ? f(n) : 0; }

int various(int n, ...) { return n > 0; }
