// What a call leaves behind an array is gone in the next one.
// run: cover --calls 3000
// says not: result = 1
int f(int *p, int n) {
    if (n == 3) p[4] = 77;
    else if (p[4] == 77) return 1;
    return 0;
}
