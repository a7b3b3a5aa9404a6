"""Complete cubic spline from its slopes at the nodes, evaluated as Hermite interpolation."""

from bisect import bisect_right


def slopes(x, y, slope0, slope1):
    """Solves for the slopes: row i says that the second derivative is continuous at node i."""
    slope = [slope0]
    ratio = [0.0]
    for i in range(1, len(x) - 1):
        before = 1.0 / (x[i] - x[i - 1])
        after = 1.0 / (x[i + 1] - x[i])
        bend = (y[i] - y[i - 1]) * before**2 + (y[i + 1] - y[i]) * after**2
        pivot = 2.0 * (before + after) - before * ratio[-1]
        slope.append((3.0 * bend - before * slope[-1]) / pivot)
        ratio.append(after / pivot)
    slope.append(slope1)
    for i in range(len(x) - 2, 0, -1):
        slope[i] -= ratio[i] * slope[i + 1]
    return slope


def hermite(h, p, y0, y1, slope0, slope1):
    """The cubic on an interval of width h at its fraction p."""
    q = 1.0 - p
    value = q * q * (1.0 + 2.0 * p) * y0 + p * p * (1.0 + 2.0 * q) * y1
    return value + h * p * q * (q * slope0 - p * slope1)


def spline(x, y, slope0, slope1, t):
    slope = slopes(x, y, slope0, slope1)
    s = []
    for point in t:
        i = min(max(bisect_right(x, point) - 1, 0), len(x) - 2)
        h = x[i + 1] - x[i]
        s.append(hermite(h, (point - x[i]) / h, y[i], y[i + 1], slope[i], slope[i + 1]))
    return s
