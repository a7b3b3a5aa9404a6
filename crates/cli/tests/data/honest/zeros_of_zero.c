// Zero has no number of leading zeros.
// run: cover
// not infeasible: k != 32
int f(unsigned x) {
    int k = __builtin_clz(x);
    if (x == 0 && k == 32) return 1;
    if (x == 0 && k != 32) return 2;
    return 0;
}
