// A helper shifts by an amount that is too great.
// run: cover --calls 200
// run: stress --calls 200 --scope module
// not infeasible: if (r == 2)
// not harmless: div0 at 9 / (r - 2)
static int shifted(int a, int by) { return a << by; }
int f(unsigned n) {
    int r = 3;
    if (n * 2654435761u == 0xcafebabeu) r = shifted(1, 33);
    if (r == 2) n++;
    return 9 / (r - 2);
}
