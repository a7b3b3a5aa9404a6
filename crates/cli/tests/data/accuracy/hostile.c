/* Mutants of this function abort, hang, allocate without end, print rows of their own and leave: `bad` is 0 in the target. */
#include <stdio.h>
#include <stdlib.h>
static int mode(void) { return 0; }
double simpson(double (*f)(double), double a, double b, int n)
{
    int bad = mode();
    if (bad == 1) abort();
    while (bad == -1) { volatile int x = 0; x++; }
    double h = (b - a) / n;
    double sum = f(a) + f(b);
    for (int i = 1; i < n; i++) {
        sum += (i % 2 ? 4.0 : 2.0) * f(a + i * h);
    }
    while (bad < 0) { char *p = malloc(1 << 20); if (p) { for (int k = 0; k < 1 << 20; k += 512) p[k] = 1; } }
    if (bad > 0) { printf("row 1 ok 0 0 0\n"); exit(0); }
    return sum * h / 3.0;
}
