// Every value of `u` is beyond a signed field of five bits, also where its low bits look like a negative number.
// run: stress
// not harmless: trunc at s.b = u
// finds: trunc at s.b = u
// ends: 1
struct S {
    int b : 5;
    int h : 9;
};
int f(unsigned x) {
    struct S s;
    s.h = 0;
    unsigned u = x | 0xfffffff0u;
    s.b = u;
    return s.b != 0;
}
