"""The first part of a driver: what the generated functions need."""

import math as _m
import os
import signal
import struct
import sys
import time
import types

LATE = 96
OVERWORKED = 97
LOAD = 98
_work = 0
_most = 0.0


def _count():
    global _work
    _work += 1
    if _work > _most:
        os._exit(OVERWORKED)


