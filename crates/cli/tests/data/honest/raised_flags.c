// What an earlier call raised is not there in a new process.
// run: cover --calls 5000
// not infeasible: fetestexcept
// says: result = 0
#include <fenv.h>
int f(double x) {
    int raised = fetestexcept(FE_INEXACT) != 0;
    volatile double y = x / 3;
    (void)y;
    if (raised) return 1;
    return 0;
}
