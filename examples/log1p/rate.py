"""ln(1 + x)."""

import math


def rate(x):
    """Correct: the library function never forms 1 + x."""
    return math.log1p(x)


def rate_naive(x):
    """Wrong: 1 + x forgets most digits of a small x."""
    return math.log(1 + x)
