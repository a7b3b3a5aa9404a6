// run: cover --calls 2000
// not infeasible: x == 7
int f(int x) {
    __builtin_assume(x != 7);
    if (x == 7) return 1;
    return 0;
}
