// The source converts d + x, a float, to an int; for an atomic variable compiled code converts x to an unsigned number.
// run: stress --range x=-5:-1 --calls 2000
// finds no: ftoi at d += x
// unwatched: d += x
int f(float x) {
    _Atomic int d = 1;
    d += x;
    return d;
}
