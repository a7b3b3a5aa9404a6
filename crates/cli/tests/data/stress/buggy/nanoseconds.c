/* bug: nanoseconds since 1970 leave 64 bits in the year 2262 */
/* operator: iovflow,iuflow  line: seconds * 1000000000 + nano */
/* options: --range seconds=-62135596800:253402300799 --range nano=0:999999999 */
/* why: the range is that of the years 1 to 9999 */
#include <stdint.h>

int64_t nanoseconds(int64_t seconds, int32_t nano) {
    return seconds * 1000000000 + nano;
}
