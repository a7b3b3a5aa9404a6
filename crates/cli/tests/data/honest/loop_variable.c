// In each round x is a new variable.
// run: stress --calls 2000
// not harmless: uninit at r += x
int f(unsigned char a) {
    int r = 0;
    for (int i = 0; i < 2; i++) {
        int x;
        if (i == 0) x = a;
        else r += x;
    }
    return r;
}
