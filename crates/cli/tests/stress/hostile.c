/* Functions that do not behave. */
#include <stdlib.h>

int crashes(int n) {
    int *nowhere = 0;
    if (n == 77) return *nowhere;
    return n / 3 + 1;
}

int loops(unsigned n) {
    volatile unsigned steps = 0;
    while (n > 1000) steps++;
    return (int)(n * 2);
}

int leaves(int n) {
    if (n > 100) exit(3);
    return n * 2;
}

int divides(int a, int b) { return a / b; }
