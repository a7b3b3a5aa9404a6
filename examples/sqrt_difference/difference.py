"""sqrt(x + 1) - sqrt(x)."""

from math import sqrt


def refused(x):
    """Inputs outside the domain."""
    return not 0 <= x <= 1e15


def difference(x):
    """Correct: the difference is turned into a quotient, and what is outside raises an exception."""
    if refused(x):
        raise ValueError("x must lie from 0 to 1e15")
    return 1 / (sqrt(x + 1) + sqrt(x))


def difference_naive(x):
    """Wrong: nearly equal numbers are subtracted."""
    if refused(x):
        raise ValueError("x must lie from 0 to 1e15")
    return sqrt(x + 1) - sqrt(x)


def difference_everywhere(x):
    """Wrong: nothing is refused above 1e15."""
    return 1 / (sqrt(x + 1) + sqrt(x))
