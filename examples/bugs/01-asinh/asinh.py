"""Inverse hyperbolic sine."""

import math


def asinh_log(x):
    """Faulty: the textbook formula for all x. It cancels for negative x, and its square overflows."""
    return math.log(x + math.sqrt(x * x + 1.0))


def asinh(x):
    """Corrected: the library function."""
    return math.asinh(x)
