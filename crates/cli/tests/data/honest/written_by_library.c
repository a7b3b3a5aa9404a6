// A function of the library that writes to a computed address may write anywhere.
// run: cover --range i=-8:8
// not infeasible: lo != 5
// not infeasible: hi != 5
double frexp(double, int *);
int f(double x, int i) {
    int lo = 5;
    int e[2] = {0, 0};
    int hi = 5;
    frexp(x, &e[i]);
    if (lo != 5) return 2;
    if (hi != 5) return 3;
    return 0;
}
