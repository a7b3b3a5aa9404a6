/* Code that does not simply return. */
#include <fenv.h>
#include <stdlib.h>
#include <math.h>

int hostile(int how, int zero) {
    if (how == 1)
        for (;;) {
        }
    if (how == 2) {
        double x = 1;
        while (x > 0 || x <= 0)
            x = sin(x) + 1;
    }
    if (how == 3)
        exit(7);
    if (how == 4)
        abort();
    if (how == 5)
        return 1 / zero;
    if (how == 6)
        return *(volatile int *)8;
    if (how == 7)
        return hostile(how, zero) + 1;
    return how;
}

double third(int upward, double x) {
    if (upward)
        fesetround(FE_UPWARD);
    return x / 3;
}
