/* bug: the remainder of the smallest int and -1 is undefined */
/* operator: iovflow,nzpush  line: a % b */
/* why: -2147483648 % -1 ends with a signal on x86, though the remainder is 0 */

int remainder_min(int a, int b) {
    if (b == 0) return 0;
    return a % b;
}
