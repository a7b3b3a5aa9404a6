// What is narrowed is unsigned and great.
// run: stress --calls 2000 --range a=-3:-1
// not harmless: trunc at (unsigned)a
int f(int a) { return (signed char)(unsigned)a + 1; }
