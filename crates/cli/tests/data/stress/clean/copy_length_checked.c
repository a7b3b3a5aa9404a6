/* why: negative lengths are refused before the conversion */
#include <stddef.h>

size_t copy_length_checked(int length) {
    if (length < 0 || length > 64) return 0;
    return (size_t)length;
}
