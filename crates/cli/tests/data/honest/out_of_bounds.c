// Writes outside of a variable are seen.
// run: stress --calls 2000 --range i=0:9
// run: cover --calls 2000 --range i=0:9
// says: outside of a variable
int f(int i) {
    int word[4] = {1, 2, 3, 4};
    word[i] = 7;
    if (word[0] == 7) return 1;
    return word[1] / 2;
}
