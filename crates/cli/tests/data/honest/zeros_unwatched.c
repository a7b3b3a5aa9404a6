// Nothing watches what counts the zeros of zero.
// run: stress
// unwatched: __builtin_clz(x)
// ends: 3
int f(unsigned x) {
    int k = __builtin_clz(x);
    return 10 / (k + 100);
}
