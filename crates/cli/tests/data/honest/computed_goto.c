// A computed goto is a branch, and its sides have no names.
// run: cover --calls 200
// refuses: a computed goto is a branch whose sides cannot be named
int f(int x, int n) {
    static void *t[] = {&&a, &&b};
    if (x) x = 1;
    goto *t[n == 12345678];
a:  return 1;
b:  return 2;
}
