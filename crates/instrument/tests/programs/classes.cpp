// C++: namespaces, references, overloads, exceptions, methods, inline functions.
#include <stdexcept>

namespace geometry {
struct Vector {
    double x, y;
    double dot(const Vector &other) const { return x * other.x + y * other.y; }
};

inline bool orthogonal(const Vector &a, const Vector &b) {
    if (a.dot(b) == 0)
        return true;
    return false;
}
} // namespace geometry

double scaled(double x) { return x > 1 ? 1 : x; }
float scaled(float x) { return x; }

int checked(int &count) {
    if (count < 0)
        throw std::runtime_error("negative");
    count += 1;
    return count;
}

bool use(geometry::Vector a) { return geometry::orthogonal(a, a); }
