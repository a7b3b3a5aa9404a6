"""Composite Simpson rule with n panels, n even; the error is O(h^4)."""


def simpson(f, a, b, n):
    h = (b - a) / n
    odd = 0.0
    even = 0.0
    for i in range(1, n, 2):
        odd += f(a + i * h)
    for i in range(2, n, 2):
        even += f(a + i * h)
    return h / 3.0 * (f(a) + 4.0 * odd + 2.0 * even + f(b))
