// A structure that is copied from beyond the end of an array is read outside of a variable.
// run: cover --range i=0:3
// says: read or wrote outside of a variable
struct s {
    int a, b, c, d, e;
};
static const struct s t[2] = {{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}};
int f(int i) {
    struct s y = t[i];
    if (y.a > 5) return 1;
    return 0;
}
