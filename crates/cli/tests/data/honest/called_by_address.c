// The first number of rand is always the same.
// run: cover --calls 2000
// says: after a call with
#include <stdlib.h>
static int g(int (*const p)(void)) { return p(); }
int f(int a) {
    int r = g(rand);
    if (r == 1804289383) return 1;
    return a;
}
