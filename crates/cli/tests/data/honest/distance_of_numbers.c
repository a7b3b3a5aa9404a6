// The difference of two numbers that were pointers is one of numbers.
// run: stress
// finds: iovflow at (long)p - (long)q
long f(long a, long b) {
    char *p = (char *)a, *q = (char *)b;
    long d = (long)p - (long)q;
    return d > 0;
}
