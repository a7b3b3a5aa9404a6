/* bug: the remainder of a negative number is negative, and as an unsigned index it is enormous */
/* operator: sign  line: (head - back) % 12 */
/* options: --range head=0:11 --range back=0:11 */
/* why: head = 0, back = 1 gives the slot 4294967295 */

unsigned ring_back(int head, int back) {
    unsigned slot = (head - back) % 12;
    return slot;
}
