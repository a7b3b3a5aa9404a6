"""Interpolation in a table at the places 0, 1, 2 and 3."""

import numpy


def library(x, y):
    """As NumPy does it."""
    return float(numpy.interp(x, [0, 1, 2, 3], y))


def rounded(x, y):
    """Fault: the piece is chosen by rounding to nearest, so that pieces are extended to where they do not belong."""
    piece = min(int(x + 0.45), 2)
    return y[piece] + (y[piece + 1] - y[piece]) * (x - piece)
