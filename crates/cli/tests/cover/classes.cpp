// C++: namespaces, templates, references, exceptions, standard algorithms.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace shapes {

struct Box { double low, high; };

template <typename T> int sign(T x) { return x > T(0) ? 1 : x < T(0) ? -1 : 0; }

/// An interval operation: division that may pass through zero.
int divide(const Box &a, const Box &b, Box &result) {
    if (!(a.low <= a.high && b.low <= b.high)) throw std::invalid_argument("no interval");
    if (b.low <= 0 && b.high >= 0) {
        if (b.low == 0 && b.high == 0) return 0;
        result = {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
        return 1;
    }
    const double q[4] = {a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high};
    result = {*std::min_element(q, q + 4), *std::max_element(q, q + 4)};
    if (sign(result.low) != sign(result.high)) return 2;
    return 3;
}

/// Smooth step with clamps.
double smooth(double x, double edge0, double edge1) {
    if (!(edge0 < edge1)) return -1.0;
    const double t = std::clamp((x - edge0) / (edge1 - edge0), 0.0, 1.0);
    if (t == 0.0) return 0.0;
    if (t == 1.0) return 1.0;
    if (t == 0.5) return 0.25;
    return t * t * (3.0 - 2.0 * t);
}

} // namespace shapes

/// Agreement of two functions: true only near the crossings of tan(x) and x.
int crossing(double x) {
    if (x < 4.0 || x > 8.0) return 0;
    const double d = std::tan(x) - x;
    if (std::abs(d) < 1e-12) return 2;
    return d > 0.0 ? 1 : -1;
}
