"""Frequency shift heard from a moving source."""

import struct


def single(x):
    """The nearest binary32."""
    return struct.unpack("f", struct.pack("f", x))[0]


def doppler(u, v, T):
    """Correct."""
    t1 = 331.4 + 0.6 * T
    return -t1 * v / (t1 + u) ** 2


def doppler_stored(u, v, T):
    """Wrong for this specification: the result went through a file of floats."""
    return single(doppler(u, v, T))
