// Which NaN an operation gives depends on the processor.
// run: cover --calls 2000
// not infeasible: signbit
#include <math.h>
int f(double x) {
    double zero = x - x;
    double nan = zero / zero;
    if (__builtin_signbit(nan)) return 1;
    return 0;
}
