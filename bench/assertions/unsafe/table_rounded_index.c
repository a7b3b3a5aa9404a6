// unsafe: x = 0x1.fffffep+1
int check(float x) {
    static const float table[6] = {0.0f, 1.0f, 4.0f, 9.0f, 16.0f, -1.0f};
    if (!(x >= 0.0f && x < 4.0f)) return 0;
    int above = (int)(x + 1.0f);
    float y = table[above];
    if (!(y >= 0.0f)) return 1;  /* assert */
    return 0;
}
