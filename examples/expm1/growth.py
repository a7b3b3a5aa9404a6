"""exp(x) - 1."""

import math


def growth(x):
    """Correct: the library function."""
    return math.expm1(x)


def growth_sinh(x):
    """Correct, without expm1: 2 sinh(x/2) exp(x/2) has no difference in it."""
    return 2 * math.sinh(x / 2) * math.exp(x / 2)


def growth_naive(x):
    """Wrong: the difference loses the digits of a small x, and all of them below 1e-16."""
    return math.exp(x) - 1
