// -2^63 - 1 is an extended float, and no long.
// run: stress --calls 2000 --range x=-9223372036854775808:0
// not harmless: (long)y
long f(double x) {
    long double y = x;
    y -= 1.0L;
    return (long)y;
}
