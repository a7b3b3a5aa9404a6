/* bug: the square that is not needed any more overflows although the power itself fits */
/* operator: iovflow  line: base *= base */
/* options: --range base=2:10 --range exponent=0:30 */
/* why: 10^8 fits, but its loop goes on to square 10^8 */

int power_squaring(int base, unsigned exponent) {
    int power = 1;
    if (exponent > 9u) return -1;
    while (exponent != 0u) {
        if ((exponent & 1u) != 0u) power *= base;
        base *= base;
        exponent >>= 1;
    }
    return power;
}
