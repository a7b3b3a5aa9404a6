// The change of the sign is the language's, the narrowing is the source's: both are looked at.
// run: stress --range x=4294967296:4294967300
// finds: trunc at (int)x
// ends: 1
unsigned f(long x) { return (int)x; }
