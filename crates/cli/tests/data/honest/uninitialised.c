// For x <= 0, y is whatever is in memory.
// run: stress --calls 2000
// finds: uninit at 10 / y
// not harmless: div0 at 10 / y
// ends: 1
int f(int x) {
    int y;
    if (x > 0) y = 5;
    return x / 2 + 10 / y;
}
