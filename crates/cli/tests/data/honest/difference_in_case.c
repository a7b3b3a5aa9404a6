// A difference behind `case 1 ... 5:` is not made by it.
// run: stress --range k=1:5 --range a=0:3 --range b=4:9
// not harmless: iuflow at a - b
// says: 0 - 4 = 4294967292
unsigned f(unsigned a, unsigned b, int k) {
    switch (k) {
    case 1 ... 5: return (a - b) / 2;
    }
    return 1;
}
