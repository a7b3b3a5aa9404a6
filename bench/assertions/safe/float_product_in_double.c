// safe: the product of two floats is exact in double, so both sides round the same number once.
int check(float a, float b) {
    if (!(a >= -1e30f && a <= 1e30f)) return 0;
    if (!(b >= -1e30f && b <= 1e30f)) return 0;
    float direct = a * b;
    float through = (float)((double)a * (double)b);
    if (!(direct == through)) return 1;  /* assert */
    return 0;
}
