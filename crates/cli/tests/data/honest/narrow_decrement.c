// What changes the value is the conversion back.
// run: stress
// finds no: iuflow at b--
// finds: trunc at b--
// ends: 1
unsigned char f(unsigned char b) {
    b--;
    return b;
}
