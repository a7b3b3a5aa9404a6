/* why: the product is compared by a division before it is made */
#include <stddef.h>
#include <stdint.h>

size_t alloc_product_checked(size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size) return 0;
    return count * size;
}
