// A field of five bits is promoted to `int` before it is shifted: 31 << 27 is none.
// run: stress --range n=0:27
// not harmless: iovflow at s.a <<= n
// finds: iovflow at s.a <<= n
struct S {
    unsigned a : 5;
    unsigned b : 3;
};
int f(int n) {
    struct S s;
    s.b = 0;
    s.a = 31;
    s.a <<= n;
    return s.a;
}
