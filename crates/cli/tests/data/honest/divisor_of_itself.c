// A division by what is always zero always traps.
// run: cover
// says: SIGFPE
// says not: result = 1
int f(int x) {
    int y = 10 / (x - x);
    if (x > 3) return 1;
    return y & 0;
}
