// The place of a cast of C++ is that of what it casts.
// run: stress
// not harmless: trunc at static_cast
#include <cstdint>
int f(unsigned x) {
    int r = static_cast<int>(uint32_t(x) | 1ul);
    return r > 5;
}
