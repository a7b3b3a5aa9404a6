// A shift whose result nobody reads is looked at, too.
// run: stress --calls 2000
// says: iovflow-1
int f(unsigned b) {
    b <<= 1;
    return 1;
}
