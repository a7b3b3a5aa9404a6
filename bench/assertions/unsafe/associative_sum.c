// unsafe: a = 0x1p+0, b = 0x1.000006p+0, c = 0x1.000006p+0
int check(float a, float b, float c) {
    if (!(a >= 1.0f && a <= 2.0f)) return 0;
    if (!(b >= 1.0f && b <= 2.0f)) return 0;
    if (!(c >= 1.0f && c <= 2.0f)) return 0;
    float left = (a + b) + c;
    float right = a + (b + c);
    if (!(left == right)) return 1;  /* assert */
    return 0;
}
