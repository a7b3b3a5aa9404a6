// run: stress --calls 2000 --operators div0
// unwatched: x / y
// ends: 3
double f(double a, double b) {
    _Complex double x = a + b * 1.0i, y = b + 1.0i;
    _Complex double z = x / y;
    return __real__ z;
}
