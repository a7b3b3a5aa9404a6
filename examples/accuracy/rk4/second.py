"""Classical Runge-Kutta method from its table: each stage starts from the slope of the stage before."""

TABLE = [(0.0, 1.0), (0.5, 2.0), (0.5, 2.0), (1.0, 1.0)]


def step(f, x, t, h):
    slope = 0.0
    total = 0.0
    for node, weight in TABLE:
        slope = f(x + node * h * slope, t + node * h)
        total += weight * slope
    return x + h * total / 6.0


def rk4(f, x0, t0, t1, n):
    h = (t1 - t0) / n
    x, t = x0, t0
    for _ in range(n):
        x = step(f, x, t, h)
        t += h
    return x
