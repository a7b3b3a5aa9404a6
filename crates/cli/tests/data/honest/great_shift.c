// A shift by a constant that is too great has one result, for the branch and for the value.
// run: cover
// says: result = 7
// says not: result = 0
int f(int a) {
    int far = 40;
    if ((1 << far) == 256) return 7;
    return a & 0;
}
