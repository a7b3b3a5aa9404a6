// What lies behind a local variable may be anything, also where the place is a constant.
// run: cover --calls 200
// run: stress --calls 200 --operators all
// not infeasible: if (r == 3)
// not harmless: div0 at 9 / (r - 3)
int f(unsigned n) {
    int a[2], r = 4;
    a[0] = a[1] = n;
    if (n * 2654435761u == 0xcafebabeu) r = a[5];
    if (r == 3) n++;
    return 9 / (r - 3);
}
