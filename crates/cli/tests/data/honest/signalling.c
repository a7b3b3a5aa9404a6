// The library makes a NaN of a signalling one.
// run: stress --calls 2000
// not harmless: ftoi at fmin
#include <math.h>
#include <string.h>
unsigned char f(unsigned long u) {
    double d;
    memcpy(&d, &u, 8);
    return (unsigned char)fmin(fabs(d), 255.0);
}
