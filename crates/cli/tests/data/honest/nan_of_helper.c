// The machine gives a NaN with a sign where a helper divides constants.
// run: cover --calls 200
// run: stress --calls 200 --scope module
// not infeasible: if (r == 0)
// not harmless: div0 at 9 / r
static long bits(double a, double b) {
    double c = a / b;
    return *(long *)&c;
}
int f(unsigned n) {
    int r = 3;
    if (n * 2654435761u == 0xcafebabeu) r = (int)(bits(0.0, 0.0) >> 63) + 1;
    if (r == 0) n++;
    return 9 / r;
}
