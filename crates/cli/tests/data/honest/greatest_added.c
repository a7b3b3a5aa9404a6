// A sum with the greatest number is no decrement.
// run: stress --calls 2000 --range a=5:10
// not harmless: iovflow at a + 4294967295u
// says not: below
unsigned f(unsigned a) { return a + 4294967295u; }
