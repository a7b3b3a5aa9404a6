// Also in a macro the difference is made for the range of cases.
// run: stress
// finds no: iuflow at RANGE(10, 1000):
#define RANGE(a, b) case a ... b
int f(int k) {
    switch (k) {
    RANGE(10, 1000): return k / 2;
    }
    return 0;
}
