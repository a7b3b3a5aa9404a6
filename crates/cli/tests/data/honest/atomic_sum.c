// The sum is 5 + -1.
// run: stress
// finds no: iovflow at (a += k) > 3
// unwatched: (a += k) > 3
int f(int k) {
    _Atomic int a = 5;
    if ((a += k) > 3)
        return 1;
    return k / 2;
}
