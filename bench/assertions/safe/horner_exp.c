// safe: every step of Horner's scheme adds one to a number that is not negative, so rounding, being monotone, gives at least one.
int check(float x) {
    if (!(x >= 0.0f && x <= 1.0f)) return 0;
    float p = 1.0f / 24.0f;
    p = p * x + 1.0f / 6.0f;
    p = p * x + 0.5f;
    p = p * x + 1.0f;
    p = p * x + 1.0f;
    int ok = p >= 1.0f && p <= 2.75f;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
