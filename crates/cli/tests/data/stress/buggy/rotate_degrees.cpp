// bug: a heading in 16-bit steps is turned by a sum that is cut
// operator: trunc  line: heading + turn
// why: 30000 + 30000 is stored as -5536
#include <cstdint>

struct Pose {
    std::int16_t heading;
    std::int16_t speed;
};

int rotate_degrees(const Pose &pose, std::int16_t turn) {
    std::int16_t heading = pose.heading;
    std::int16_t turned = heading + turn;
    return turned;
}
