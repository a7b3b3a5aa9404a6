// The quotient raises a flag, and must not be computed by the compiler.
// run: cover --calls 2000
// says: result = 1
// says not: result = 0
#include <fenv.h>
int f(int a) {
    double x = 1.0, y = 3.0;
    feclearexcept(FE_ALL_EXCEPT);
    double z = x / y;
    if (fetestexcept(FE_INEXACT)) return 1;
    return z > a;
}
