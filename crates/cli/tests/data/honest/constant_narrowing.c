// run: stress --calls 2000
// finds: trunc at byte = wide
// ends: 1
int f(int x) {
    int wide = 300;
    unsigned char byte = wide;
    return byte ^ x;
}
