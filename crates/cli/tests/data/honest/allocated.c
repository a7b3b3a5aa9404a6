// run: cover --calls 2000 --range n=1:9
// not infeasible: *word == 77
int f(int n) {
    int *word = __builtin_alloca(n * sizeof *word);
    if (*word == 77) return 1;
    return 0;
}
