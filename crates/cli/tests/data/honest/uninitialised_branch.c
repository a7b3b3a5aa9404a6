// run: cover --calls 2000
// not infeasible: y == 7
// not infeasible: y != z
int f(int x) {
    int y, z;
    if (x > 0) y = z = 5;
    if (y == 7) return 1;
    if (y != z) return 2;
    return 0;
}
