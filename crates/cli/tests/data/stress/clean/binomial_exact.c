/* why: each step of the product is a binomial coefficient again; with n at most 60 it stays below 2^63 */
#include <stdint.h>

int64_t binomial_exact(int n, int k) {
    if (k < 0 || n < k || n > 60) return 0;
    int64_t value = 1;
    for (int i = 0; i < k; i++) value = value * (n - i) / (i + 1);
    return value;
}
