// Bits that an unsigned shift loses are no undefined behaviour.
// run: stress --range n=0:31
// says not: (undefined behaviour)
unsigned f(unsigned x, unsigned n) { return (x << n) | 1u; }
