// The bits of a NaN are seen where memory is copied.
// run: cover --calls 200
// run: stress --calls 200
// not infeasible: if (whole < 0)
// not harmless: div0 at 9 / (int)
static double number;
static long whole;
int f(unsigned n) {
    double z = 0;
    if (n * 2654435761u == 0xcafebabeu) {
        number = z / z;
        __builtin_memcpy(&whole, &number, 8);
        if (whole < 0) n++;
        return 9 / (int)((whole >> 63) + 1);
    }
    return 0;
}
