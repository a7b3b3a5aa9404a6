// unsafe: x = 0x1.fffffcp-1
int check(float x) {
    if (!(x >= 0.0f && x <= 2.0f)) return 0;
    float p = ((x - 3.0f) * x + 3.0f) * x - 1.0f;
    int ok = x < 1.0f ? p <= 0.0f : p >= 0.0f;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
