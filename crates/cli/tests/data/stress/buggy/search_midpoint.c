/* bug: the midpoint of a binary search wraps on long arrays */
/* operator: iovflow  line: (low + high) / 2 */
/* why: low = 1500000000, high = 2000000000 gives a negative index */

int search_midpoint(int low, int high) {
    if (low < 0 || high < low) return -1;
    return (low + high) / 2;
}
