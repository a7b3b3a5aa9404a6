// A large structure by value: what is known of its first field says nothing of another one.
// run: stress --calls 100
// not harmless: div0 at 7 / (s.c + 1)
struct S { double a; long b, c, d; };
long f(struct S s, unsigned n) {
    if ((n * 2654435761u == 0xcafebabeu) & (s.c == -1)) return 7 / (s.c + 1);
    return 0;
}
