// The conversion is folded to a value that is not defined, which has no number.
// run: stress --range b=0:50
// run: cover --range b=0:50
// not harmless: / (int)1e10
// not harmless: b / v
double f(_Bool a, int b) {
    double v = (a * 255.0) / (int)1e10;
    if (v > 1)
        return b / v;
    return v;
}
