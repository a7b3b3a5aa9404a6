"""Division with remainder of positive floats."""

import math


def builtin(a, b):
    """As Python does it."""
    return divmod(a, b)


def truncating(a, b):
    """Fault: the quotient of rounded numbers may be the next whole number, the remainder is exact."""
    return math.trunc(a / b), math.fmod(a, b)
