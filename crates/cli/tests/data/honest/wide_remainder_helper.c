// The same where the operands are arguments of a helper.
// run: cover --calls 200
// run: stress --calls 200 --scope module
// not infeasible: if (r == 0)
// not harmless: div0 at 9 / r
// says: no proofs
static int remainder_of(__int128 a, __int128 b) { return (int)(a % b); }
int f(unsigned n) {
    int r = 3;
    if (n * 2654435761u == 0xcafebabeu) r = remainder_of((__int128)((unsigned __int128)1 << 127), -1);
    if (r == 0) n++;
    return 9 / r;
}
