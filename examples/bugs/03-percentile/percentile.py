"""Interpolation between a and b, a <= b."""


def between_weights(a, b, t):
    """Faulty: between equal neighbours the weights need not add up to 1."""
    return a * (1 - t) + b * t


def between(a, b, t):
    """Corrected: from the nearer end, so that equal neighbours give themselves."""
    d = b - a
    return a + d * t if t < 0.5 else b - d * (1 - t)
