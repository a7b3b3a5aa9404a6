/* bug: the 47th Fibonacci number does not fit an int */
/* operator: iovflow  line: next = a + b */
/* options: --range n=0:90 */
/* why: n = 47 */

int fibonacci(int n) {
    int a = 0, b = 1;
    for (int i = 0; i < n; i++) {
        int next = a + b;
        a = b;
        b = next;
    }
    return a;
}
