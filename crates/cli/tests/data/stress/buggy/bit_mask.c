/* bug: the highest bit of an int cannot be reached by a shift of 1 */
/* operator: iovflow  line: 1 << bit */
/* options: --range bit=0:31 */
/* why: bit = 31 */

int bit_mask(int bit) {
    if (bit < 0 || bit > 31) return 0;
    return 1 << bit;
}
