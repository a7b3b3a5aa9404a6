// A copy of what lies behind a variable copies anything; and so does one that is half inside.
// run: cover --calls 200
// run: stress --calls 200
// not infeasible: if (r == 3)
// not harmless: div0 at 9 / (r - 3)
struct pair { int x, y; };
int f(unsigned n) {
    struct pair a = {1, 2}, b = {5, 6};
    int r = 4;
    if (n * 2654435761u == 0xcafebabeu) {
        __builtin_memcpy(&b, (char *)&a + 4, sizeof b);
        r = b.y;
    }
    if (r == 3) n++;
    return 9 / (r - 3);
}
