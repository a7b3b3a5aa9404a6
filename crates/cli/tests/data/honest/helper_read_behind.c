// Only where a helper has become part of its caller, its constant place lies outside of a variable.
// run: cover --calls 200
// run: stress --calls 200 --scope module
// not infeasible: if (r == 3)
// not harmless: div0 at 9 / (r - 3)
struct view { int *at; };
static int third(struct view v) { return v.at[3]; }
int f(unsigned n) {
    int a[2], r = 4;
    a[0] = a[1] = n;
    struct view v = {a};
    if (n * 2654435761u == 0xcafebabeu) r = third(v);
    if (r == 3) n++;
    return 9 / (r - 3);
}
