/* bug: 13! does not fit an int */
/* operator: iovflow  line: product *= i */
/* options: --range n=0:20 */
/* why: n = 13 gives 1932053504 instead of 6227020800 */

int factorial_int(int n) {
    int product = 1;
    for (int i = 2; i <= n; i++) product *= i;
    return product;
}
