// A product with -1 keeps the sign of a NaN; a negation would change it.
// run: cover --calls 3000
// says not: 4 of 4 branch sides covered
#include <string.h>
long f(long bits) {
    double x;
    if (bits < 0)
        bits = -(bits + 1);
    bits |= 0x7ff8000000000000;
    memcpy(&x, &bits, sizeof x);
    double y = x * -1.0;
    memcpy(&bits, &y, sizeof y);
    if (bits < 0)
        return 1;
    return 0;
}
