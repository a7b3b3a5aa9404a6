// A field of seven bits is promoted to `int`: the difference is -1, and the conversion back changes it.
// run: stress
// finds no: iuflow at s.b--
// finds: trunc at s.b--
struct S {
    unsigned a : 5;
    unsigned b : 7;
};
int f(int n) {
    struct S s;
    s.a = 0;
    s.b = 0;
    s.b--;
    return s.b + n % 2;
}
