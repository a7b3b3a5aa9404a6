// run: stress --calls 2000
// finds: iovflow at big + ten
// ends: 1
int f(unsigned x) {
    unsigned big = 4294967295u, ten = 10;
    return big + ten > x;
}
