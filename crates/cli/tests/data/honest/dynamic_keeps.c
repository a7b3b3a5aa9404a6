// What an earlier call left in an array of variable length is nothing that an input does by itself.
// run: cover --calls 3000
// says not: result = 2
int f(int n, int v) {
    int k = (n & 7) + 60, r = 0;
    volatile int a[k];
    if (n & 8) {
        for (int i = 0; i < k; i++) a[i] = v;
        r = 1;
    } else if (a[3] != a[4] || a[3] == 123456789 || (a[3] > 0 && a[3] < 1000)) {
        r = 2;
    }
    return r;
}
