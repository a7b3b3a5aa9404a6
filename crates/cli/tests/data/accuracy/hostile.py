# Mutants of this function raise, hang, allocate without end, print rows of their own and leave: `bad` is 0 in the target.
import os


def mode():
    return 0


def simpson(f, a, b, n):
    bad = mode()
    if bad == 1:
        raise KeyboardInterrupt
    while bad == -1:
        a = a
    h = (b - a) / n
    total = f(a) + f(b)
    for i in range(1, n):
        total += (4.0 if i % 2 else 2.0) * f(a + i * h)
    kept = []
    while bad < 0:
        kept.append(bytearray(1 << 24))
    if bad > 0:
        print("row 1 ok 0 0 0")
        os._exit(0)
    return total * h / 3.0
