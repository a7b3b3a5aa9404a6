// A type may have the name of another one.
// run: stress
// not harmless: trunc at (uint8_t)(x & 255)
typedef signed char uint8_t;
int f(int x) {
    int r = (uint8_t)(x & 255);
    return r > 5;
}
