// run: stress --calls 2000
// finds: fnan at sqrt(minus)
// ends: 1
#include <math.h>
double f(double x) {
    double minus = -1.0;
    return sqrt(minus) + x;
}
