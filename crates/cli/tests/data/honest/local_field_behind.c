// An index beyond the last field is outside of the structure.
// run: cover --calls 200
// run: stress --calls 200
// not infeasible: if (r == 3)
// not harmless: div0 at 9 / (r - 3)
struct row { int a; int b[3]; };
int f(unsigned n) {
    struct row s = {1, {2, 3, 4}};
    int r = 4;
    if (n * 2654435761u == 0xcafebabeu) r = s.b[3];
    if (r == 3) n++;
    return 9 / (r - 3);
}
