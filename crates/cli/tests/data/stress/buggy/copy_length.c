/* bug: a negative length passes the check, and as a size it is enormous */
/* operator: sign  line: size_t bytes = length */
/* why: length = -1 becomes 2^64 - 1 bytes */
#include <stddef.h>

size_t copy_length(int length) {
    if (length > 64) return 0;
    size_t bytes = length;
    return bytes;
}
