// Two conversions in one place: the cast to 32 bits changes the value where the other one does not.
// run: stress --range b=-8589934592:-8589934592
// finds: trunc at (unsigned)b
// ends: 1
unsigned char f(long long b) {
    unsigned char c = 0;
    if (b < 0) c = (unsigned)b;
    return c;
}
