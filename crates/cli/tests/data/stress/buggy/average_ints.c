/* bug: the sum of two ints wraps before it is halved */
/* operator: iovflow,iuflow  line: (a + b) / 2 */
/* why: a = b = 2000000000 has the average -147483648 */

int average_ints(int a, int b) { return (a + b) / 2; }
