"""What is left after n half-lives: exp(-n ln 2)."""

import math

LN2 = float.fromhex("0x1.62e42fefa39efp-1")
LN2_DIGIT = float.fromhex("0x1.62e42fefb39efp-1")


def left(n):
    """Correct."""
    return 2.0**-n


def left_digit(n):
    """Wrong: one hexadecimal digit of ln 2 is wrong."""
    return math.exp(-n * LN2_DIGIT)


def left_ten(n):
    """Wrong: the logarithm of the wrong number."""
    return math.exp(-n * math.log(10))
