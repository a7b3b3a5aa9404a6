// To write a field of some bits, compiled code reads its neighbours: the program does not.
// run: stress --range x=-4:3
// finds no: uninit at s.a = x
struct fields { int a : 3; unsigned b : 4; };
int f(int x) {
    struct fields s;
    s.a = x;
    s.b = 3;
    return s.a + s.b;
}
