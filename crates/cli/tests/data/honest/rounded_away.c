// run: stress --calls 2000
// finds: ftoi at lround(x)
// ends: 1
#include <math.h>
long f(double x) { return lround(x); }
