// run: cover --calls 2000 --cflags -frounding-math
// run: stress --calls 2000 --cflags -frounding-math
// run: cover --calls 2000 --cflags -ffp-model=strict
// run: stress --calls 2000 --cflags -ffp-model=strict
double f(double x) {
    double y = x * 3;
    if (y > 1) return 2;
    return y + x;
}
