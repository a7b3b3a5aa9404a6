// Products and sums are two operations, whatever the source allows the compiler.
// run: cover --calls 3000 --cflags -mfma
// says not: result = 1
int f(unsigned char k) {
#pragma clang fp contract(fast)
    double x = 1 + (k & 7) * 0x1p-30, y = 1 + (k & 7) * 0x1p-29;
    double t = x * x - y;
    if (t != 0) return 1;
    return 0;
}
