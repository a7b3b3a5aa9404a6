/* bug: the average of no values divides by zero */
/* operator: div0  line: sum / count */
/* options: --array x=8 --range x=0:1000 --range count=0:8 */
/* why: count = 0 is a legal length */

int average_empty(const int *x, int count) {
    int sum = 0;
    for (int i = 0; i < count && i < 8; i++) sum += x[i];
    return sum / count;
}
