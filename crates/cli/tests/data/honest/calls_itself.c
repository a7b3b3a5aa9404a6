// A function that calls itself may be given an address outside of any variable.
// run: cover --calls 200
// not infeasible: if (b[0] != 5)
// says: no proofs
int f(int *p, unsigned n) {
    int a[2] = {1, 2}, b[2] = {5, 6};
    if (n == 0) {
        *p = 9;
        return 0;
    }
    if (n * 2654435761u == 0xcafebabeu) {
        f(a + 2, 0);
        if (b[0] != 5) return 1;
    }
    return a[0] + b[1];
}
