// The same for `alloca`.
// run: stress --calls 3000
// finds no: div0 at 100 / (a[3] - 1)
int f(int n, int v) {
    volatile int *a = __builtin_alloca(256 + (n & 7));
    if (n & 8) {
        for (int i = 0; i < 60; i++) a[i] = v == 1;
        return 1;
    }
    return 100 / (a[3] - 1);
}
