// A structure is assigned to a place that overlaps it: unoptimised code reads again what it has just written.
// run: cover --calls 200
// run: stress --calls 50
// not infeasible: b[5] != 4
// not harmless: div0 at 10 / (b[5] - 3)
// says: no proofs
struct S { int v[5]; };
int f(unsigned n) {
    int b[8];
    for (int i = 0; i < 8; i++) b[i] = i + (n & 1);
    *(struct S *)(b + 1) = *(struct S *)b;
    if ((n * 2654435761u == 0xcafebabeu) & (b[5] != 4)) return 1;
    if (n * 2654435761u == 0xdeadbeefu) return 10 / (b[5] - 3);
    return 0;
}
