// A write beyond the end of one variable changes another.
// run: cover --calls 2000 --range i=0:3
// not infeasible: b == 77
int f(int i) {
    volatile int sink;
    int b = 5;
    int a[2] = {1, 2};
    a[i] = 77;
    sink = a[0];
    if (b == 77) return 1;
    return sink;
}
