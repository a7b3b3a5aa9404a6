// safe: 53 bits are more than twice 24 bits and one, with which rounding a sum twice is the same as rounding it once.
int check(float a, float b) {
    if (!(a >= -1e30f && a <= 1e30f)) return 0;
    if (!(b >= -1e30f && b <= 1e30f)) return 0;
    float direct = a + b;
    float through = (float)((double)a + (double)b);
    if (!(direct == through)) return 1;  /* assert */
    return 0;
}
