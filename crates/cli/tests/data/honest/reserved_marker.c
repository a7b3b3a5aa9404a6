// Names that begin with `lydian_` are Lydian's own: code with them is refused, before anything is said about it.
// run: cover
// refuses: names that begin with `lydian_` are kept for Lydian
int lydian_reached_0(int x) { return x + 1; }
int f(unsigned n) {
    if (n * 2654435761u == 0xcafebabeu) return lydian_reached_0(n);
    return 0;
}
