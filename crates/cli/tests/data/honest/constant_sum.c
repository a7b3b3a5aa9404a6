// run: stress --calls 2000
// finds: iovflow at big + one
// ends: 1
#include <limits.h>
int f(int x) {
    int big = INT_MAX, one = 1;
    return (big + one) ^ x;
}
