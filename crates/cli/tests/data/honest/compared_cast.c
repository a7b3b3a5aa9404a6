// The comparison asks for no sign, and what watches the branch must not be taken for somebody who reads one.
// run: stress --range b=0:4294967295
// finds no: trunc at (unsigned)b
int f(short a, unsigned long b) {
    if ((unsigned)b != a)
        return 1;
    return 0;
}
