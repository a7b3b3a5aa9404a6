"""Air pressure in the troposphere."""


def pressure(h):
    """Correct: an exception says that the height is refused."""
    if not -500 <= h <= 11000:
        raise ValueError(f"no pressure at {h} m")
    return 101325 * (1 - 0.0065 * h / 288.15) ** 5.25588


def pressure_feet(h):
    """Wrong: the guard is in feet."""
    if not -1640 <= h <= 36089:
        raise ValueError(f"no pressure at {h} ft")
    return 101325 * (1 - 0.0065 * h / 288.15) ** 5.25588
