// A checked product tells itself that it does not fit.
// run: stress --calls 2000
// refuses: no arithmetic
int f(int a, int b) {
    unsigned char r;
    return __builtin_mul_overflow(a, b, &r) ? -1 : r;
}
