/* The code itself changes how floats are rounded. */
#include <fenv.h>

int upward(int x) {
    int found = 0;
    double a = 1, b = 3;
    fesetround(x > 3 ? FE_UPWARD : FE_TONEAREST);
    if (a / b > 0.33333333333333331) found = 1;
    fesetround(FE_TONEAREST);
    return found;
}
