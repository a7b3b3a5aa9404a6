// Integers of 128 bits are divided by a function of the compiler's library, which has no trap where the quotient is too
// great.
// run: cover --calls 200
// run: stress --calls 200
// not infeasible: if (r == 0)
// not harmless: div0 at 9 / r
// says: no proofs
int f(unsigned n) {
    __int128 a = (__int128)((unsigned __int128)1 << 127), b = -1;
    int r = 3;
    if (n * 2654435761u == 0xcafebabeu) r = (int)(a % b);
    if (r == 0) n++;
    return 9 / r;
}
