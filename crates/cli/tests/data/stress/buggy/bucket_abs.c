/* bug: abs(INT_MIN) is negative, and so is the bucket */
/* operator: nzpush,iovflow  line: abs(hash) */
/* why: hash = -2147483648 has no positive counterpart in an int */
#include <stdlib.h>

int bucket_abs(int hash) {
    int positive = abs(hash);
    return positive % 16;
}
