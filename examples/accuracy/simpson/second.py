"""Composite Simpson rule as a sum of weights times values."""


def weight(i, n):
    if i == 0 or i == n:
        return 1.0
    return 4.0 if i % 2 == 1 else 2.0


def simpson(f, a, b, n):
    h = (b - a) / n
    total = sum(weight(i, n) * f(a + i * h) for i in range(n + 1))
    return total * h / 3.0
