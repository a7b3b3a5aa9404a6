// The inner cast changes what the outer one reads.
// run: stress --range x=2147483648:4294967295
// not harmless: trunc at (unsigned)(int)x
// finds: trunc at (unsigned)(int)x
// ends: 1
unsigned long f(long x) { return (unsigned)(int)x; }
