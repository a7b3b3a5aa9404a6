// A helper that calls itself becomes part of its caller when it is too late to look at what it reads.
// run: cover --calls 200
// run: stress --calls 200
// not infeasible: if (bits(&y, 0) < 0)
// not harmless: div0 at 9 / (int)
static long bits(double *p, int k) {
    if (k > 0) return bits(p, k - 1);
    return *(long *)p;
}
int f(unsigned n) {
    double z = 0, y = z / z;
    if (n * 2654435761u == 0xcafebabeu) {
        if (bits(&y, 0) < 0) n++;
        return 9 / (int)((bits(&y, 0) >> 63) + 1);
    }
    return 0;
}
