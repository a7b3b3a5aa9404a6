// The same assignment stands behind two comparisons: an optimiser makes one of them.
// run: cover --calls 2000
// not infeasible: h == 0xcafebabeu
// not infeasible: h == 0xdeadbeefu
// ends: 0
int f(unsigned n, int dir) {
    int da = 8;
    unsigned h = n * 2654435761u;
    if (dir > 3) {
        if (h == 0xcafebabeu) da = 2;
    } else {
        if (h == 0xdeadbeefu) da = 2;
    }
    return da;
}
