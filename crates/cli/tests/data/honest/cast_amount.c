// The source casts the amount itself, and what the cast leaves is small.
// run: stress --range n=4294967296:4294967300 --operators shift
// finds no: shift at 1 << (int)n
int f(long n) { return 1 << (int)n; }
