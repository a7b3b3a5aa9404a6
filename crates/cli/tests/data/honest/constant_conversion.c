// run: stress --calls 2000
// finds: ftoi at (int)huge
// ends: 1
int f(int x) {
    double huge = 1e30;
    return (int)huge ^ x;
}
