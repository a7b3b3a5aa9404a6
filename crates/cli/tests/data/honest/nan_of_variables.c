// The sign of a NaN is the machine's, also where it is read back from memory.
// run: cover
// not infeasible: __builtin_signbit(g)
// says: result = 3
static double g;
int f(int a) {
    double z = 0.0;
    g = z / z;
    if (__builtin_signbit(g)) return 3;
    return a > 3;
}
