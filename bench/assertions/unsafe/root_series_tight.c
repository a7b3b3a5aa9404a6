// unsafe: x = 0x1p+0
int check(float x) {
    if (!(x >= 0.0f && x <= 1.0f)) return 0;
    float r = 1.0f + 0.5f * x - 0.125f * x * x + 0.0625f * x * x * x - 0.0390625f * x * x * x * x;
    if (!(r < 1.39843f)) return 1;  /* assert */
    return 0;
}
