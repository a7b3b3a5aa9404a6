// run: stress --calls 2000
// finds: shift at x << far
// finds: shift at x >> far
// ends: 1
int f(int x) {
    int far = 40;
    int left = x << far;
    int right = x >> far;
    return left ^ right;
}
