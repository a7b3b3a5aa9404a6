/* bug: the check of a size wraps as the size does */
/* operator: iovflow  line: header + payload > 4096u */
/* why: header = 16, payload = 4294967290 passes a check for 4096 bytes */
#include <stdint.h>

int alloc_checked(uint32_t header, uint32_t payload) {
    if (header + payload > 4096u) return 0;
    return 1;
}
