// A word of the language may have been given another meaning.
// run: stress
// not harmless: trunc at (unsigned char)(x & 255)
#define unsigned signed
int f(int x) {
    int r = (unsigned char)(x & 255);
    return r > 5;
}
