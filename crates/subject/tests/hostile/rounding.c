/* Leaves another rounding mode behind, and answers. */
#include <fenv.h>

double f(double x) {
    if (x == 3) {
        fesetround(FE_UPWARD);
    }
    return x + 0.5;
}
