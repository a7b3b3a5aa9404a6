// Each way to the use writes the variable: nothing is to be found.
// run: stress
// finds no: uninit at y + 1
// ends: 0
long f(int x) {
    long y;
    if (x > 0) y = 5;
    else y = x;
    return y + 1;
}
