// options: --range box=0:100000
// why: the first factor has 64 bits, so the products have too; at most 10^15
#include <cstdint>

struct Box {
    int width, height, depth;
};

std::int64_t box_volume_wide(Box box) {
    return std::int64_t{box.width} * box.height * box.depth;
}
