// Bit-fields that are initialised, and parameters of old-style definitions, have no check of the compiler.
// run: stress --range x=0:300 --scope module
// unwatched: struct s v = { x }
// unwatched: v.a += x * 0.5
// unwatched: return c;
// ends: 3
struct s {
    int a : 3;
};
static int g(c)
unsigned char c;
{
    return c;
}
int f(int x) {
    struct s v = { x };
    v.a += x * 0.5;
    return v.a / 2 + g(x) / 2;
}
