// -1 is an `int`.
// run: stress --range x=-1:-1
// finds no: trunc at (unsigned)(int)x
unsigned long f(long x) { return (unsigned)(int)x; }
