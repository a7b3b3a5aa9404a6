// run: cover --calls 2000 --range n=1:9
// not infeasible: word[n - 1]
// says: no proofs
int f(int n) {
    int word[n];
    if (word[n - 1] == 77) return 1;
    return 0;
}
