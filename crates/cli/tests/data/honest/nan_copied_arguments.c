// The bits of a NaN are copied from one argument to another.
// run: cover --calls 200
// run: stress --calls 200
// not infeasible: if (*whole < 0)
// not harmless: div0 at 9 / (int)
int f(unsigned n, double *number, long *whole) {
    double z = 0;
    if (n * 2654435761u == 0xcafebabeu) {
        *number = z / z;
        __builtin_memmove(whole, number, 8);
        if (*whole < 0) n++;
        return 9 / (int)((*whole >> 63) + 1);
    }
    return 0;
}
