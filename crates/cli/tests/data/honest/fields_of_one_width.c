// Fields of one width may have storage of different ones.
// run: stress --calls 2000
// finds: trunc at s.a = x
// finds: trunc at t.b = x
struct first { int a : 5; };
struct second { signed char b : 5; };
int f(int x) {
    struct first s = {0};
    struct second t = {0};
    s.a = x;
    t.b = x;
    return s.a + t.b;
}
