// safe: near 1/2 the square of 1/2 + d is rounded to at least 1/4 + d, which is a float there, so the difference is at most 1/4; all floats were tried.
int check(float x) {
    if (!(x >= 0.0f && x <= 1.0f)) return 0;
    float p = x - x * x;
    if (!(p <= 0.25f)) return 1;  /* assert */
    return 0;
}
