// The same where it stands in the source.
// run: cover --calls 200
// not infeasible: if (t.a[3] != 3)
// says: result = 1
void *memcpy(void *to, const void *from, unsigned long size) {
    for (unsigned long i = 0; i < size; i++) ((volatile char *)to)[i] = 9;
    return to;
}
struct wide { int a[40]; };
int f(unsigned n) {
    struct wide s, t;
    s.a[3] = 3;
    t = s;
    if (t.a[3] != 3) return 1;
    return 0;
}
