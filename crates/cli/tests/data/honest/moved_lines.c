// A directive gives lines other numbers, and what stands there is not what was compiled: here a sum.
// run: stress
// not harmless: iuflow at r = n--; /* line 12 */
// unwatched: r = n--; /* line 12 */
unsigned f(unsigned n) { unsigned r = 0;
    if (n > 0 && n < 100) {
#line 12
        r = n + 4294967295u;
    }

    unsigned s;
        r = n--; /* line 12 */
    return r / 3;
}
