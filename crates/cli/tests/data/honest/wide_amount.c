// The amount is 2^32, of which the low 32 bits are 0.
// run: stress --calls 2000 --range n=4294967296:4294967296 --range a=1:1
// not harmless: shift at a << n
// finds: shift at a << n
int f(int a, long n) { return a << n; }
