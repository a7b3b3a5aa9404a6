// run: cover --calls 2000
// run: stress --calls 2000
#pragma STDC FENV_ACCESS ON
int f(double x) {
    if (x > 1) return 2;
    return 0;
}
