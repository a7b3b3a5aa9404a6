"""Complete cubic spline from its moments, the second derivatives at the nodes; the error is O(h^4)."""


def moments(x, y, slope0, slope1):
    """Solves for the moments: row i says that the first derivative is continuous at node i."""
    n = len(x)
    h = [x[i + 1] - x[i] for i in range(n - 1)]
    d = [(y[i + 1] - y[i]) / h[i] for i in range(n - 1)]
    diagonal = [2.0 * h[0]]
    right = [6.0 * (d[0] - slope0)]
    for i in range(1, n):
        next_h = h[i] if i < n - 1 else 0.0
        next_d = d[i] if i < n - 1 else slope1
        factor = h[i - 1] / diagonal[i - 1]
        diagonal.append(2.0 * (h[i - 1] + next_h) - factor * h[i - 1])
        right.append(6.0 * (next_d - d[i - 1]) - factor * right[i - 1])
    moment = [0.0] * n
    moment[n - 1] = right[n - 1] / diagonal[n - 1]
    for i in range(n - 2, -1, -1):
        moment[i] = (right[i] - h[i] * moment[i + 1]) / diagonal[i]
    return moment


def spline(x, y, slope0, slope1, t):
    moment = moments(x, y, slope0, slope1)
    s = []
    for point in t:
        i = 0
        while i < len(x) - 2 and point > x[i + 1]:
            i += 1
        h = x[i + 1] - x[i]
        u = point - x[i]
        b = (y[i + 1] - y[i]) / h - h * (2.0 * moment[i] + moment[i + 1]) / 6.0
        c = moment[i] / 2.0
        d = (moment[i + 1] - moment[i]) / (6.0 * h)
        s.append(y[i] + u * (b + u * (c + u * d)))
    return s
