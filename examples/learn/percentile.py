"""Percentiles of a few numbers."""

import math

import numpy


def library(a, p):
    """As NumPy does it."""
    return float(numpy.percentile(a, p))


def rounding(a, p):
    """Fault: places just below a whole number are taken for it, and then lie before the piece that is used."""
    a = sorted(a)
    place = p / 100 * (len(a) - 1)
    low = min(math.floor(place + 0.02), len(a) - 2)
    return a[low] + (a[low + 1] - a[low]) * (place - low)


def library_of_equal(x, p):
    """As NumPy does it, of three equal numbers."""
    return library([x, x, x], p)


def weighted_of_equal(x, p):
    """Fault: both neighbours are weighted, so that equal ones need not give themselves."""
    place = p / 100 * 2
    t = place - math.floor(place)
    return x * (1 - t) + x * t
