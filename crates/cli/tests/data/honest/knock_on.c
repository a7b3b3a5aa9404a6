// Once the product has wrapped, everything that is computed from it is another number.
// run: stress
// finds: iovflow at long made = a * b
// finds no: iovflow at made + made
// says: in the same run
long f(long a, long b) {
    long made = a * b;
    long twice = 0;
    if (a > 3037000500 && b > 3037000500) twice = made + made;
    return twice;
}
