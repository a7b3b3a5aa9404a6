// The labels of an asm goto are in the source, and no comparison says which is taken.
// run: cover --calls 200
// refuses: an asm goto is a branch whose sides cannot be named
int f(int x, int n) {
    if (x) x = 1;
    __asm__ goto("cmpl $12345678,%0; je %l1" ::"r"(n)::last);
    return x;
last: return 2;
}
