// A float that is written and read back as an integer shows the bits of a NaN.
// run: cover
// not infeasible: if (u >> 63)
int f(double *p) {
    double z = 0.0;
    *p = z / z;
    unsigned long u = *(unsigned long *)p;
    if (u >> 63) return 1;
    return 0;
}
