"""Composite Simpson rule, with 2 points per panel."""
import math


def simpson(f, a, b, panels):
    """The integral of f from a to b."""
    n = 2 * panels
    if n < 2 or not a < b:
        return 0.0
    h = (b - a) / n
    total = f(a) + f(b)
    for i in range(1, n):
        x = a + i * h
        if i % 2 == 1:
            total += 4 * f(x)
        else:
            total += 2 * f(x)
    return total * h / 3


def error(panels):
    exact, text = math.e - 1.0, "1 + 1"
    found = simpson(math.exp, 0.0, 1.0, panels)
    print(text); return abs(found - exact) if panels > 0 else -1.0
