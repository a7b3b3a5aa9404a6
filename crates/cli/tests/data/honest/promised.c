// Promises of the source are not believed, and behind them unoptimised code goes on.
// run: cover
// not infeasible: if (x == 7) return 1;
// says: x = 7  ->  result = 1
// says not: SIGSEGV
int f(int x) {
    if (x == 7) __builtin_unreachable();
    if (x == 7) return 1;
    return 0;
}
