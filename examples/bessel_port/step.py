"""Order 2 from orders 0 and 1: a port of the Fortran function."""


def step(z, j1, j0):
    """Correct."""
    return (2.0 / z) * j1 - j0


def step_floor(z, j1, j0):
    """Wrong: // looked like a division."""
    return (2.0 // z) * j1 - j0
