// A difference stays one, whatever its first operand turns out to be.
// run: stress
// finds: iovflow at v -= x
// finds no: nzpush at v -= x
// says not: the negation
// ends: 1
int f(int x) {
    int v = 0;
    v -= x;
    return v;
}
