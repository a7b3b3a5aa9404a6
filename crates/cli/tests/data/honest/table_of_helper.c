// A helper reads behind a table that never changes.
// run: cover --calls 200
// run: stress --calls 200 --scope module
// not infeasible: if (r == 3)
// not harmless: div0 at 9 / (r - 3)
static const int table[3] = {1, 2, 3};
static int sixth(const int *p) { return p[5]; }
int f(unsigned n) {
    int r = 4;
    if (n * 2654435761u == 0xcafebabeu) r = sixth(table);
    if (r == 3) n++;
    return 9 / (r - 3);
}
