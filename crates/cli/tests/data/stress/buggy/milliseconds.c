/* bug: seconds times 1000 leave 32 bits after 24.8 days */
/* operator: iovflow  line: seconds * 1000 */
/* options: --range seconds=0:2147483647 */
/* why: seconds = 2147484 */
#include <stdint.h>

int32_t milliseconds(int32_t seconds) { return seconds * 1000; }
