// A number divided by itself, and zero divided by a number, trap at zero as in unoptimised code.
// run: stress --calls 300
// says: ended by SIGFPE
// says not: returned  7
int f(int a) {
    int nothing = 0;
    int quotient = nothing / a + a / a + a % a;
    return 7;
}
