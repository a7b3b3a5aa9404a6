// The sum is unsigned, and no cast makes it a signed one.
// run: stress --calls 2000 --range a=4294967295:4294967295 --range b=1:1
// not harmless: iovflow at a + b
// says not: (undefined behaviour)
short f(unsigned a, unsigned b) { return (int)(a + b); }
