// One function writes a NaN to a global variable, another one reads its bits.
// run: cover --calls 200
// not infeasible: if (*(long *)&number < 0)
static double number;
static void set(double z, int k) {
    if (k > 0) set(z, k - 1);
    else number = z / z;
}
int f(unsigned n) {
    if (n * 2654435761u == 0xcafebabeu) {
        set(0.0, 0);
        if (*(long *)&number < 0) return 1;
    }
    return 0;
}
