// A cast that changes a constant is looked at, even if nobody reads the result.
// run: stress --calls 300
// finds: trunc at (signed char)wide
// ends: 1
int f(unsigned char a) {
    int wide = 300;
    signed char narrow = (signed char)wide;
    return a;
}
