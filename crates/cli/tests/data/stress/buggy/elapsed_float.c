/* bug: timestamps go through a float of 24 bits before they are subtracted */
/* operator: fcancel  line: finish - start */
/* options: --range began=0:4102444800 --range ended=0:4102444800 */
/* why: seconds since 1970 are near 2^31, where neighbouring floats are 128 apart */
#include <stdint.h>

float elapsed_float(int64_t began, int64_t ended) {
    if (ended <= began) return 0.0f;
    float start = (float)began, finish = (float)ended;
    return finish - start;
}
