/* bug: the quotient of the smallest int and -1 does not exist */
/* operator: iovflow  line: a / b */
/* why: -2147483648 / -1 is 2147483648; on x86 the program ends with a signal */

int divide_min(int a, int b) {
    if (b == 0) return 0;
    return a / b;
}
