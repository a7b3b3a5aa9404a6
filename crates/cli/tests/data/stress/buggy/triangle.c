/* bug: sums of two sides wrap, and legal triangles are called illegal */
/* operator: iovflow  line: if (a + b <= c) */
/* operator: iovflow  line: if (b + c <= a) */
/* operator: iovflow  line: if (a + c <= b) */
/* operator: iovflow  line: kind == 1 && a + b > c */
/* operator: iovflow  line: kind == 2 && a + c > b */
/* operator: iovflow  line: kind == 3 && b + c > a */
/* why: 2147483640, 10, 2147483640 is isosceles (2), but a + c wraps, and 4 (none) comes out */

int triangle(int a, int b, int c) {
    int kind = 0;
    if (a <= 0 || b <= 0 || c <= 0) return 4;
    if (a == b) kind += 1;
    if (a == c) kind += 2;
    if (b == c) kind += 3;
    if (kind == 0) {
        if (a + b <= c) return 4;
        if (b + c <= a) return 4;
        if (a + c <= b) return 4;
        return 1;
    }
    if (kind > 3) return 3;
    if (kind == 1 && a + b > c) return 2;
    if (kind == 2 && a + c > b) return 2;
    if (kind == 3 && b + c > a) return 2;
    return 4;
}
