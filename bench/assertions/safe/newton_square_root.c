// safe: five steps from above converge for all of [1, 4], to within a few units in the last place of a float; all floats were tried.
int check(float x) {
    if (!(x >= 1.0f && x <= 4.0f)) return 0;
    float y = x;
    for (int i = 0; i < 5; i++) y = 0.5f * (y + x / y);
    float e = y * y - x;
    int ok = e <= 2e-6f && e >= -2e-6f;
    if (!(ok)) return 1;  /* assert */
    return 0;
}
