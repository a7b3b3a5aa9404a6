// The conversion changes every value of the range, whatever an attribute says of checks.
// run: stress --range n=-9:-1
// finds: sign at u = n
// ends: 1
__attribute__((no_sanitize("implicit-conversion"))) unsigned f(int n) {
    unsigned u = n;
    return u / 3u;
}
