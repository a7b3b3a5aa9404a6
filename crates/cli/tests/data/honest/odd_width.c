// What integers of odd widths do is not watched, and nothing is proved about it.
// run: cover --calls 2000 --range n=0:200
// run: stress --calls 2000 --range n=0:200
// not infeasible: shifted == 8
// not harmless: one << n
// unwatched: one << n
int f(int n) {
    unsigned _BitInt(17) one = 1;
    unsigned _BitInt(17) made = one << n;
    int shifted = (int)made;
    if (shifted == 8) return 1;
    if (shifted == 3) return 2;
    return 0;
}
