// The cast is to a signed type, whoever reads its bits afterwards.
// run: stress --range x=128:255
// not harmless: trunc at (signed char)x
// finds: trunc at (signed char)x
// ends: 1
int f(int x) {
    signed char c = (signed char)x;
    return *(unsigned char *)&c;
}
