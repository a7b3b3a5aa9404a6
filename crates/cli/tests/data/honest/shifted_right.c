// run: stress --calls 2000
// finds: shift at x >> n
// ends: 1
int f(int x, int n) { return x >> n; }
