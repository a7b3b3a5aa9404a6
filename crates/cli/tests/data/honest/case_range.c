// The subtraction is the compiler's.
// run: stress --calls 2000
// finds no: iuflow at case 10
// ends: 0
int f(int a) {
    switch (a) {
    case 10 ... 1000: return a / 2;
    }
    return 0;
}
