// A variable of such a name is one that the probes would read.
// run: cover
// run: stress
// refuses: `lydian_anything`
unsigned long lydian_anything = 3;
int f(unsigned n) {
    int x;
    if (x / 3 == (int)n) return 1;
    return 0;
}
