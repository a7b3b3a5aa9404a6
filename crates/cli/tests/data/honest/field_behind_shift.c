// Behind a shift a field is read by shifts of the compiler's.
// run: stress --range v=-524288:-524288
// finds no: iovflow at return (x >> (n & 7))
struct S {
    int a : 20;
    int b : 12;
};
int f(int x, int n, int v) {
    struct S s;
    s.a = v;
    s.b = 0;
    return (x >> (n & 7)) / 3 + s.a;
}
