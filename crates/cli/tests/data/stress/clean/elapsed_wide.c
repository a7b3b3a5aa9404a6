/* options: --range began=0:4102444800 --range ended=0:4102444800 */
/* why: the difference is taken in 64 bits and is exact in a double */
#include <stdint.h>

double elapsed_wide(int64_t began, int64_t ended) {
    if (ended <= began) return 0.0;
    return (double)(ended - began);
}
