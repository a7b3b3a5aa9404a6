// One of two places is outside of its variable.
// run: cover --calls 200
// run: stress --calls 200
// not infeasible: if (r == 3)
// not harmless: div0 at 9 / (r - 3)
int f(unsigned n) {
    int a[2] = {1, 2}, b[2] = {4, 4};
    int *p = n * 2654435761u == 0xcafebabeu ? &a[2] : &b[1];
    int r = *p;
    if (r == 3) n++;
    return 9 / (r - 3);
}
