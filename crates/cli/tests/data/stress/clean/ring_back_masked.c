/* options: --range head=0:11 --range back=0:11 */
/* why: the length is added before the remainder, so nothing is negative */

unsigned ring_back_masked(unsigned head, unsigned back) {
    if (head > 11u || back > 11u) return 0u;
    return (head + 12u - back) % 12u;
}
