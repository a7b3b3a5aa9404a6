"""Logarithm of the normal distribution function."""

from math import erfc, log, log1p, sqrt


def log_ndtr_log(x):
    """Faulty: for positive x the argument of log is nearly 1, and what is left of the tail is lost."""
    return log(0.5 * erfc(-x / sqrt(2)))


def log_ndtr(x):
    """Corrected: for positive x the tail is computed, not what it leaves."""
    if x > 0:
        return log1p(-0.5 * erfc(x / sqrt(2)))
    return log(0.5 * erfc(-x / sqrt(2)))
