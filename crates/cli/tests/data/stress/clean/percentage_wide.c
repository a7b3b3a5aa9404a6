/* why: the product has 64 bits, and the quotient lies between 0 and 100 */
#include <stdint.h>

int percentage_wide(int done, int total) {
    if (total <= 0 || done < 0 || done > total) return -1;
    return (int)((int64_t)done * 100 / total);
}
