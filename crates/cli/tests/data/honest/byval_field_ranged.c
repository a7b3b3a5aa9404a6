// The range of a structure is that of each field, as its own type reads it.
// run: cover --range s=-5:10 --calls 200
// not infeasible: s.c < 0
struct S { unsigned a; int b; long pad[3]; int c; };
int f(struct S s, unsigned n) {
    if ((n * 2654435761u == 0xcafebabeu) & (s.c < 0)) return 1;
    return s.b;
}
