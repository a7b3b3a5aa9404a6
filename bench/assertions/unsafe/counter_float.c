// unsafe: f = 0x1p+24
int check(float f) {
    if (!(f >= 0.0f && f <= 16777216.0f)) return 0;
    float next = f + 1.0f;
    if (!(next > f)) return 1;  /* assert */
    return 0;
}
