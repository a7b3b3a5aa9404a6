// The divisor is a constant by way of a variable.
// run: stress --calls 2000
// finds: div0 at x / z
// ends: 1
int f(int x) {
    int z = 0;
    return x / z;
}
