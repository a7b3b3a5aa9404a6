// run: stress --calls 2000
// finds: iovflow at -least
// ends: 1
#include <limits.h>
int f(int x) {
    int least = INT_MIN;
    return -least ^ x;
}
