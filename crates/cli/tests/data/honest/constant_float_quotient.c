// run: stress --calls 2000
// finds: div0 at x / z
// ends: 1
double f(double x) {
    double z = 0.0;
    return x / z;
}
