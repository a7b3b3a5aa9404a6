// Nothing comes after a call that ends the program.
// run: cover --calls 3000
// says not: result = 7
static int depth;
int f(int a) {
    if (depth) return 7;
    depth = 1;
    int r = a > 3 ? 100 / (a - 5) : 0;
    depth = 0;
    if (r > 40) return 1;
    return 0;
}
