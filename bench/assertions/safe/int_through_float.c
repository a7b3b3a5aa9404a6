// safe: a float holds every integer up to 2^24.
int check(int n) {
    if (!(n >= -16777216 && n <= 16777216)) return 0;
    float x = (float)n;
    int back = (int)x;
    if (!(back == n)) return 1;  /* assert */
    return 0;
}
