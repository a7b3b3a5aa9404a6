// Code generators take a quotient of negative numbers for a positive one; at the least number of 128 bits it is none.
// run: cover --calls 300
// not infeasible: if (v >> n >= 0)
// says: unreached
int f(unsigned char n) {
    __int128 a = (__int128)((unsigned __int128)1 << 127), b = -1;
    long v = (long)(a / b >> 64);
    if (v >> n >= 0) return 1;
    return 0;
}
