/* why: a difference of two positive ints cannot leave the type */

int triangle_difference(int a, int b, int c) {
    if (a <= 0 || b <= 0 || c <= 0) return 4;
    if (a <= c - b) return 4;
    if (b <= a - c) return 4;
    if (c <= b - a) return 4;
    if (a == b && b == c) return 3;
    if (a == b || b == c || a == c) return 2;
    return 1;
}
