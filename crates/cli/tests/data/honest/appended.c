// A text that every call makes longer.
// run: cover --calls 3000
// says not: result = 1,
int f(char *s, int n) {
    int k = 0;
    while (s[k]) k++;
    if (k == 5) return 1;
    s[k] = (char)n;
    return 0;
}
