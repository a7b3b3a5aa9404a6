// safe: the polynomial grows on [0, 1] up to 1.3984375 at one, and roundings are far smaller than the room below 1.4.
int check(float x) {
    if (!(x >= 0.0f && x <= 1.0f)) return 0;
    float r = 1.0f + 0.5f * x - 0.125f * x * x + 0.0625f * x * x * x - 0.0390625f * x * x * x * x;
    int ok = r >= 0.0f && r < 1.4f;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
