// run: cover --calls 2000
// not infeasible: __builtin_constant_p
int f(int x) {
    int y = 5;
    if (__builtin_constant_p(y)) return 1;
    return x;
}
