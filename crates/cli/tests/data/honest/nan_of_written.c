// The quotient is made at run time, where the sign of its NaN is that of the machine.
// run: cover --calls 300
// says not: 2 of 2 branch sides covered
// says not: is never true
#include <string.h>
int f(int x) {
    struct { double d[80]; } place;
    long bits[80];
    place.d[0] = 128;
    place.d[1] = (place.d[0] - place.d[0]) / 0.0;
    memmove(bits, &place, 16);
    if (bits[1] < 0)
        return x;
    return 0;
}
