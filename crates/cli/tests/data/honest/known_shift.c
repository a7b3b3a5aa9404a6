// The machine takes the amount modulo 32, also where a code generator could compute it beforehand.
// run: cover --range x=0:4
// says: 2 of 2 branch sides covered
int f(unsigned x) {
    int n = 40;
    n = n + 1;
    if ((x << n) == 1024)
        return 1;
    return 0;
}
