// The compiler calls `memcpy` where a structure is assigned, and the linker finds another one.
// run: cover --calls 200 --link @linked/memcpy.c
// not infeasible: if (t.a[3] != 3)
// says: a call of `memcpy`, of which nothing is known
// says: result = 1
struct wide { int a[40]; };
int f(unsigned n) {
    struct wide s, t;
    s.a[3] = 3;
    t = s;
    if (t.a[3] != 3) return 1;
    return 0;
}
