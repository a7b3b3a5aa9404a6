// The source converts s & x to a short, which is 0 or 1; for an atomic variable compiled code converts x.
// run: stress --calls 2000
// finds no: trunc at s &= x
// unwatched: s &= x
int f(int x) {
    _Atomic short s = 1;
    s &= x;
    return s;
}
