// The bytes between the fields may be anything.
// run: cover --calls 2000
// not infeasible: bytes[1]
struct gap {
    char c;
    int n;
};
int f(char c, int n) {
    struct gap gap;
    gap.c = c;
    gap.n = n;
    unsigned char bytes[sizeof gap];
    __builtin_memcpy(bytes, &gap, sizeof gap);
    if (bytes[1] == 77) return 1;
    return 0;
}
