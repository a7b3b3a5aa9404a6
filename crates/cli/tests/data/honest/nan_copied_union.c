// An assignment of a union copies the bits of a NaN.
// run: cover --calls 200
// run: stress --calls 200
// not infeasible: if (v.l < 0)
// not harmless: div0 at 9 / (int)
union either { double d; long l; };
static union either u, v, w;
int f(unsigned n) {
    double z = 0;
    if (n * 2654435761u == 0xcafebabeu) {
        u.d = z / z;
        w = u;
        v = w;
        if (v.l < 0) n++;
        return 9 / (int)((v.l >> 63) + 1);
    }
    return 0;
}
