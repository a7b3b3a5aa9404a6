// The second branch is taken only after a call with 5.
// run: cover --calls 5000
// says: after a call with
static int last;
int f(int x) {
    int was = last;
    last = x;
    if (was == 5) return 1;
    return 0;
}
