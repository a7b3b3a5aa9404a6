// Line 0 is a line.
// run: stress --calls 500
// says: in line 0
int f(int a) {
    int c = a % 2;
#line 0
    int b = a + 1;
    return b / 3 + c % 2;
}
