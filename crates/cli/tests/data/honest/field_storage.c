// What a compiler cuts off to reach a bit-field is no cast of the source.
// run: stress --range x=-5:-1 --scope module
// finds no: trunc at v.c = x
// finds no: trunc at return mk
struct s {
    unsigned long a : 32;
    int c : 32;
    unsigned char d;
};
struct t {
    int a : 3;
};
static struct t mk(int x) { return (struct t){.a = x}; }
int f(long x) {
    struct s v;
    v.a = 0;
    v.d = 0;
    v.c = x;
    return mk(3).a / 2 + (v.c < 0);
}
