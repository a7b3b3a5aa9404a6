// With this flag a sum that does not fit is defined.
// run: stress --calls 2000 --cflags=-fwrapv
// finds: iovflow at x + 1
// says not: (undefined behaviour)
// ends: 1
int f(int x) {
    return x + 1;
}
