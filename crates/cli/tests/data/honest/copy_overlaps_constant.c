// The same with constants, which an optimiser copies itself.
// run: cover --calls 200
// not infeasible: b[5] != 4
// says: no proofs
struct S { int v[5]; };
int f(unsigned n) {
    int b[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    *(struct S *)(b + 1) = *(struct S *)b;
    if (n * 2654435761u == 0xcafebabeu) {
        if (b[5] != 4) return 1;
    }
    return 0;
}
