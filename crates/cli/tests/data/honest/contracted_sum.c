// Where the source asks for one operation in place of two, it is two on a machine without such an operation.
// run: cover --calls 3000
// says not: result = 1
int f(unsigned char k) {
#pragma STDC FP_CONTRACT ON
    double x = 1 + (k & 7) * 0x1p-30, y = 1 + (k & 7) * 0x1p-29;
    double t = x * x - y;
    if (t != 0) return 1;
    return 0;
}
