"""Classical Runge-Kutta method with n steps of h for x' = f(x, t); the error is O(h^4)."""


def rk4(f, x0, t0, t1, n):
    h = (t1 - t0) / n
    x = x0
    for i in range(n):
        t = t0 + i * h
        k1 = f(x, t)
        k2 = f(x + h / 2.0 * k1, t + h / 2.0)
        k3 = f(x + h / 2.0 * k2, t + h / 2.0)
        k4 = f(x + h * k3, t + h)
        x += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
    return x
