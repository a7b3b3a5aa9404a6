// unsafe: n = 16777217
int check(int n) {
    if (!(n >= -20000000 && n <= 20000000)) return 0;
    float x = (float)n;
    int back = (int)x;
    if (!(back == n)) return 1;  /* assert */
    return 0;
}
