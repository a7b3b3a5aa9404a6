"""Variance of three numbers."""


def variance(x, y, z):
    """Correct: the mean first, then the distances from it."""
    m = (x + y + z) / 3
    return ((x - m) ** 2 + (y - m) ** 2 + (z - m) ** 2) / 3


def variance_squares(x, y, z):
    """Wrong: mean of the squares minus square of the mean, which cancel when the mean is large."""
    m = (x + y + z) / 3
    return (x * x + y * y + z * z) / 3 - m * m


def variance_sample(x, y, z):
    """Wrong: the other definition, with n - 1."""
    m = (x + y + z) / 3
    return ((x - m) ** 2 + (y - m) ** 2 + (z - m) ** 2) / 2
