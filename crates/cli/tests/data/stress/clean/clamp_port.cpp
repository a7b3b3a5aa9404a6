// why: what does not fit 16 bits is refused before it is converted
#include <cstdint>

int clamp_port(std::int32_t number) {
    if (number < 0 || number > UINT16_MAX) return 0;
    std::uint16_t port = static_cast<std::uint16_t>(number);
    return port != 0;
}
