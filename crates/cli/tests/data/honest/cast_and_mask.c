// The cast loses bits, also where a mask takes more.
// run: stress
// finds: trunc at ((unsigned char)y) & 15
int f(int x) {
    int y = x / 3;
    return ((unsigned char)y) & 15;
}
