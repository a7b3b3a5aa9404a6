// Unoptimised code takes no variable for a constant.
// run: cover --calls 2000
// says: result = 31
// says not: result = 15
int f(unsigned char a) {
    int v = 5;
    int known = __builtin_constant_p(v);
    if (a > 3) return 0;
    return 31 >> known;
}
