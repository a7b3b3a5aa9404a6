// A checked sum is defined on all inputs.
// run: stress --calls 2000
// finds no: trunc at __builtin_add_overflow
// ends: 3
int f(int a, unsigned b) {
    int r;
    return __builtin_add_overflow(a, b, &r) ? 0 : r;
}
