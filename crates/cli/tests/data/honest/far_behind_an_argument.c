// However far behind.
// run: cover --calls 3000
// says not: result = 1,
int f(int *p, int n) {
    if (n == 3) p[1500] = 77;
    else if (p[1500] == 77) return 1;
    return 0;
}
