// A checked sum is defined on all inputs.
// run: stress --calls 2000
// refuses: no arithmetic
int f(int a, unsigned b) {
    int r;
    return __builtin_add_overflow(a, b, &r) ? 0 : r;
}
