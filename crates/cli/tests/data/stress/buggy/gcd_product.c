/* bug: the test for a zero argument multiplies, and the product wraps */
/* operator: iovflow,iuflow  line: if (u * v == 0) */
/* why: 3145728 and 294912 have a product of 27 * 2^35, which is 0 modulo 2^32 */

static int magnitude(int x) { return x < 0 ? -x : x; }

int gcd_product(int u, int v) {
    if (u <= -2147483647 || v <= -2147483647) return -1;
    if (u * v == 0) return magnitude(u) / 2 + magnitude(v) / 2;
    while (v != 0) {
        int rest = u % v;
        u = v;
        v = rest;
    }
    return magnitude(u);
}
