// A write to a constant place outside of a variable may change another one.
// run: cover --calls 200
// run: stress --calls 200
// not infeasible: if (r == 9)
// not harmless: div0 at 9 / (r - 9)
// says: no proofs
int f(unsigned n) {
    int a[2] = {1, 2}, b[2] = {5, 6}, r = 3;
    if (n * 2654435761u == 0xcafebabeu) {
        a[-2] = 9;
        r = b[0];
    }
    if (r == 9) n++;
    return 9 / (r - 9);
}
