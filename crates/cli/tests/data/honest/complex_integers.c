// Sums of complex integers are signed, and the compiler marks none.
// run: stress
// not harmless: iovflow at c = a + b
// unwatched: c = a + b
int f(int x) {
    _Complex int a = x & 0x7fffffff, b = 1;
    _Complex int c = a + b;
    return __real__ c / 3;
}
