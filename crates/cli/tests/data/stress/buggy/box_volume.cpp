// bug: a volume of ints is computed in 32 bits and then returned in 64
// operator: iovflow  line: box.width * box.height * box.depth
// options: --range box=0:100000
// why: a box of 2000 * 2000 * 2000
#include <cstdint>

struct Box {
    int width, height, depth;
};

std::int64_t box_volume(Box box) {
    return box.width * box.height * box.depth;
}
