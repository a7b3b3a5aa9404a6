// Large variables stay in memory; their bits are copied.
// run: cover --calls 200
// not infeasible: if (whole[1] < 0)
int f(unsigned n) {
    double z = 0, number[100];
    long whole[100];
    if (n * 2654435761u == 0xcafebabeu) {
        number[0] = z / z;
        __builtin_memcpy(whole + 1, number, 8);
        if (whole[1] < 0) return 1;
        if (whole[n & 3] == 3 && number[n & 3] == 4) return 3;
    }
    return 0;
}
