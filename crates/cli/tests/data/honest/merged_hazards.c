// Both products are the same to an optimiser.
// run: stress --calls 2000
// not harmless: 3 * wide
// not harmless: wide * 3
int f(unsigned n, int dir, int wide) {
    int made = 0;
    unsigned h = n * 2654435761u;
    if (dir > 3) {
        if (h == 0xcafebabeu) made = 3 * wide;
    } else {
        if (h == 0xdeadbeefu) made = wide * 3;
    }
    return made;
}
