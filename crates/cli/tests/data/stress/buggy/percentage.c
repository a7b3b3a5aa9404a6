/* bug: the product with 100 wraps before the division makes it small again */
/* operator: iovflow  line: done * 100 / total */
/* why: 30000000 of 40000000 are 75 %, but the product wraps and the answer is -32 */

int percentage(int done, int total) {
    if (total <= 0 || done < 0 || done > total) return -1;
    return done * 100 / total;
}
