"""Reference formulas, domains and accuracies of the corpus, for check_corpus.py.

FUNCTIONS maps a name to a dict with
  args     list of (name, type, low, high, brackets); type is f64, f32 or int, bounds are exact decimals or fractions
  ref      the formula over mpmath numbers
  rel, abs, ulps   margins of the accuracy (None where not given); the largest counts
  outside  reject, clamp or unspecified
  where    optional condition on arrays of inputs
  seeds    per argument, inputs at and around which the right programs are tried
  near     optional: rng, n -> arrays of inputs in difficult places
  slow     how many times fewer random inputs are taken, because the formula is slow
  prec     bits for mpmath (160 unless given)
"""
from fractions import Fraction

import mpmath as mp
import numpy as np

PI = float(mp.pi)


def fn(args, ref, rel=None, abs=None, ulps=None, outside="unspecified", where=None, seeds=None, near=None, slow=1, prec=160):
    parsed = []
    for a in args:
        name, kind, low, high = a[:4]
        parsed.append((name, kind, Fraction(low), Fraction(high), a[4] if len(a) > 4 else "[]"))
    return dict(args=parsed, ref=ref, rel=rel, abs=abs, ulps=ulps, outside=outside, where=where,
                seeds=seeds or [[] for _ in args], near=near, slow=slow, prec=prec)


def q(s):
    """A decimal constant as an exact quotient."""
    f = Fraction(s)
    return mp.mpf(f.numerator) / f.denominator


def needles(rng, n):
    b = rng.uniform(1, 50, n)
    c = np.where(rng.random(n) < 0.3, b, rng.uniform(1, 50, n))
    a = (b + c) * (1 - 2.0 ** -rng.uniform(1, 54, n))
    a = np.where(rng.random(n) < 0.1, b + c, a)
    m = np.stack([a, b, c])
    order = rng.permuted(np.tile(np.arange(3), (n, 1)), axis=1).T
    m = np.take_along_axis(m, order, axis=0)
    return [m[0], m[1], m[2]]


def triangle(a, b, c):
    s = np.sort(np.stack([a, b, c]), axis=0)
    return s[0] >= s[2] - s[1]


def close_vectors(rng, n):
    x1, y1 = rng.uniform(-100, 100, n), rng.uniform(-100, 100, n)
    f = rng.uniform(-1, 1, n)
    d = 2.0 ** -rng.uniform(0, 60, n)
    x2, y2 = x1 * f * (1 + d), y1 * f
    turn = rng.random(n) < 0.3
    return [x1, y1, np.where(turn, -y2, x2), np.where(turn, x2, y2)]


def close_points(rng, n):
    lat1 = rng.uniform(-1.5, 1.5, n)
    d = 2.0 ** -rng.uniform(0, 60, n)
    lat2 = np.clip(np.where(rng.random(n) < 0.5, lat1 * (1 + d), lat1), -1.5, 1.5)
    far = rng.random(n) < 0.2
    lat2 = np.where(far, -lat1, lat2)
    dlon = rng.uniform(-2.5, 2.5, n) * 2.0 ** -rng.uniform(0, 60, n)
    return [lat1, lat2, np.where(far, np.copysign(2.5, dlon), dlon)]


def around(points):
    """Inputs close to given points, at all distances."""
    def draw(rng, n):
        p = np.array(points, dtype=float)[rng.integers(0, len(points), n)]
        d = rng.choice([-1.0, 1.0], n) * 2.0 ** -rng.uniform(1, 53, n)
        return [np.where(rng.random(n) < 0.5, p * (1 + d), p + d)]
    return draw


def pairs_near(rng, n):
    a = rng.uniform(-1000, 1000, n) * 2.0 ** -rng.uniform(0, 12, n)
    d = rng.uniform(0, 60, n) * 2.0 ** -rng.uniform(0, 30, n)
    return [a, a - np.where(rng.random(n) < 0.5, d, -d)]


def pair_ratio(rng, n):
    x = np.ldexp(rng.uniform(1, 2, n), rng.integers(-1074, 990, n))
    r = 2.0 ** rng.uniform(-60, 6, n)
    return [x * rng.choice([-1.0, 1.0], n), x * r * rng.choice([-1.0, 1.0], n)]


def pid_near(rng, n):
    i, d = rng.uniform(-50, 50, n), rng.uniform(-20, 20, n)
    e = (rng.choice([-100.0, 0.0, 100.0], n) - 0.4 * i - 0.05 * d) / 2.5
    e = e + np.copysign(0.5, e) + rng.choice([-1.0, 1.0], n) * 2.0 ** -rng.uniform(0, 50, n)
    return [e, i, d]


def pid(e, i, d):
    half = mp.mpf(0.5)
    s = mp.mpf(0) if abs(e) <= half else (e - half if e > 0 else e + half)
    u = q("2.5") * s + q("0.4") * i + q("0.05") * d
    return max(mp.mpf(-100), min(mp.mpf(100), u))


def rate(prev, target, dt):
    return prev + max(-80 * dt, min(50 * dt, target - prev))


def rate_near(rng, n):
    prev = rng.uniform(-1000, 1000, n)
    dt = rng.uniform(0, 1, n) * 2.0 ** -rng.uniform(0, 20, n)
    step = np.where(rng.random(n) < 0.5, 50 * dt, -80 * dt)
    return [prev, prev + step * (1 + rng.choice([-1.0, 1.0], n) * 2.0 ** -rng.uniform(0, 50, n)), dt]


def stribeck(v):
    g = 12 + 6 * mp.exp(-(10 * v) ** 2)
    half = mp.mpf(0.5)
    return g + half * v if v > 0 else (-g + half * v if v < 0 else mp.mpf(0))


TABLE = "2.0 2.9 4.1 5.8 8.3 11.9 17.2 25.0".split()


def interp(x):
    i = min(int(mp.floor(x / 10)), 6)
    low, high = q(TABLE[i]), q(TABLE[i + 1])
    return low + (high - low) * (x - 10 * i) / 10


def haversine(lat1, lat2, dlon):
    h = mp.sin((lat2 - lat1) / 2) ** 2 + mp.cos(lat1) * mp.cos(lat2) * mp.sin(dlon / 2) ** 2
    return 2 * 6371 * mp.asin(mp.sqrt(h))


def heron(a, b, c):
    s = (a + b + c) / 2
    return mp.sqrt(s * (s - a) * (s - b) * (s - c))


def ntc(r):
    x = mp.log(r)
    return 1 / (q("0.001125") + q("0.0002347") * x + q("8.566e-8") * x ** 3) - q("273.15")


def annuity(n, r):
    return n if r == 0 else mp.expm1(n * mp.log1p(r)) / r


def int_pairs(seeds, high):
    def draw(rng, n):
        k = rng.integers(0, high + 1, n)
        p = np.array(seeds, dtype=float)[rng.integers(0, len(seeds), n)]
        d = rng.choice([-1.0, 1.0], n) * 2.0 ** -rng.uniform(1, 53, n)
        return [k, np.where(rng.random(n) < 0.5, p * (1 + d), p + d)]
    return draw


PIS = [k * PI / 2 for k in range(-25, 26)]
BIG = [float(mp.pi * k / 2) for k in (3, 100, 12345, 1000003, 99999999, 636619772, 355, 710, 52174 * 2, 312689 * 2)]

FUNCTIONS = {
    "expm1_wide": fn([("x", "f64", "-40", "700")], mp.expm1, ulps=4, outside="reject",
                     seeds=[[1e-4, 1e-8, 0.35, -0.35, 1, -1, 2.0 ** -1030]], near=around([0, .3466, -.3466, 1.04, -1.04, 38.8])),
    "log1p_wide": fn([("x", "f64", "-0.999", "1e10")], mp.log1p, ulps=4,
                     seeds=[[-0.29, 0.41, 1, 1e-8, -1e-8, 2.0 ** -1030]], near=around([0, -.29, .41, .4142, 1, -.99])),
    "sinh_full": fn([("x", "f64", "-710", "710")], mp.sinh, ulps=6,
                    seeds=[[1, 22, 709, 709.7, -709.9, 1e-9]], near=around([0, 1, -1, 22, 709])),
    "tanh_act": fn([("x", "f64", "-30", "30")], mp.tanh, ulps=6,
                   seeds=[[0.5, 22, 16, 17, 19, 20]], near=around([0, .5, -.5, 19, 22])),
    "asinh_full": fn([("x", "f64", "-1e300", "1e300")], mp.asinh, ulps=6,
                     seeds=[[2, 2.0 ** 28, 2.0 ** -28, 1e154, 2.0 ** 18, 1]], near=around([0, 2, -2, 2.0 ** 28, 1])),
    "atanh_open": fn([("x", "f64", "-1", "1", "()")], mp.atanh, ulps=6, outside="reject",
                     seeds=[[.25, .5, .6, .601, 1e-8]], near=around([0, .25, -.25, .5, 1, -1])),
    "cbrt_real": fn([("x", "f64", "-1e300", "1e300")],
                    lambda x: mp.sign(x) * mp.cbrt(abs(x)), ulps=5,
                    seeds=[[1, 8, 27, .125, 2.0 ** -1040, 1e231, 1e-300]], near=around([1, 8, -27, .125, .5, .25])),
    "sin_big": fn([("x", "f64", "-1e9", "1e9")], mp.sin, rel=4e-15, abs=1e-22,
                  seeds=[PIS + BIG + [1e-3, 2.0 ** -20]], near=around(PIS + BIG)),
    "exp2_pow": fn([("x", "f64", "-1074", "1023")], lambda x: mp.mpf(2) ** x, rel=1e-15, abs=1e-323,
                   seeds=[[float(k) for k in range(-40, 41)] + [-1022, -1050, -1073.5, 1022.9]], near=around([0, 1, .5, -1022, 1000, 1 / 32])),
    "log_natural": fn([("x", "f64", "0", "1e300", "(]")], mp.log, ulps=4, outside="reject",
                      seeds=[[1, 2, .5, .70710678, 1.41421356, 2.0 ** -1040, 1e-300]], near=around([1, .7071, 1.4142, 2])),
    "erfc_tail": fn([("x", "f64", "-3", "26")], mp.erfc, rel=2e-14,
                    seeds=[[1, -1, 1.5, 3, 0, 16, 22.7]], near=around([1, -1, 1.5, -1.5, 0, 3, 25]), slow=5),
    "sinc_unit": fn([("x", "f64", "-40", "40")], lambda x: mp.mpf(1) if x == 0 else mp.sin(x) / x, rel=1e-14, abs=1e-17,
                    seeds=[PIS + [2.0 ** -11, 2.0 ** -10, 2.0 ** -7]], near=around(PIS + [2.0 ** -11])),
    "lgamma_pos": fn([("x", "f64", "0.5", "1000")], mp.loggamma, rel=2e-14, abs=2e-14,
                     seeds=[[float(k) for k in range(1, 26)] + [171.6, 171.7, 200, 201]], near=around([1, 2, 10, .5, 1.46, 171]), slow=5),
    "hypot_full": fn([("x", "f64", "-1e300", "1e300"), ("y", "f64", "-1e300", "1e300")],
                     lambda x, y: mp.sqrt(x * x + y * y), ulps=2,
                     seeds=[[0, 3, 1e-200, 1e200, 5e-324, 1], [0, 4, 1e-200, 1e200, 5e-324, -1]], near=pair_ratio),
    "triangle_area": fn([(s, "f64", "1", "100") for s in "abc"], heron, rel=1e-14, outside="reject", where=triangle,
                        seeds=[[2, 3, 5, 50], [2, 4, 10, 49], [2, 5, 12, 99]], near=needles, prec=260),
    "vec_angle": fn([(s, "f64", "-100", "100") for s in ("x1", "y1", "x2", "y2")],
                    lambda a, b, c, d: mp.atan2(abs(a * d - c * b), a * c + b * d), rel=1e-13, abs=1e-18,
                    where=lambda a, b, c, d: (a * a + b * b >= 1 / 64) & (c * c + d * d >= 1 / 64),
                    seeds=[[0, 1, -1, 3], [0, 1, -1, 4], [0, 1, -1, -3], [0, 1, -1, 8]], near=close_vectors, slow=4, prec=260),
    "haversine_km": fn([("lat1", "f64", "-1.5", "1.5"), ("lat2", "f64", "-1.5", "1.5"), ("dlon", "f64", "-2.5", "2.5")],
                       haversine, rel=1e-13, abs=1e-9,
                       seeds=[[0, .75, .84], [0, .75, -.84], [0, 1, -1e-8]], near=close_points, slow=2),
    "pid_saturated": fn([("e", "f64", "-100", "100"), ("i", "f64", "-50", "50"), ("d", "f64", "-20", "20")],
                        pid, rel=1e-13, abs=1e-13, seeds=[[0, .5, -.5, 40, -40], [0, 1, -1], [0, 2, -2]], near=pid_near),
    "rate_limiter": fn([("prev", "f64", "-1000", "1000"), ("target", "f64", "-1000", "1000"), ("dt", "f64", "0", "1")],
                       rate, rel=1e-14, abs=1e-12, outside="reject",
                       seeds=[[0, 1, 100], [0, 1, -100], [0, .02, .5]], near=rate_near),
    "stribeck": fn([("v", "f64", "-5", "5")], stribeck, rel=1e-13,
                   seeds=[[0, .1, .6, -.6, .5, 2, 5e-324]], near=around([0, .6, -.6, .27])),
    "logistic_wide": fn([("x", "f64", "-700", "740")], lambda x: 1 / (1 + mp.exp(-x)), rel=2e-15,
                        seeds=[[0, 40, -40, -32, 709.8, 1]], near=around([0, 40, -40, .3466, -.3466])),
    "softplus_wide": fn([("x", "f64", "-700", "740")], lambda x: mp.log1p(mp.exp(x)), rel=4e-15,
                        seeds=[[0, 40, 20, -40, 709.8]], near=around([0, 40, -40, .3466])),
    "logsumexp_two": fn([("a", "f64", "-1000", "1000"), ("b", "f64", "-1000", "1000")],
                        lambda a, b: max(a, b) + mp.log1p(mp.exp(-abs(a - b))), rel=1e-14, abs=1e-14,
                        seeds=[[0, 1, -1, 700, -700], [0, 1, -1, 700, 40]], near=pairs_near),
    "normal_pdf": fn([("x", "f64", "-37", "37")], lambda x: mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi), rel=4e-15,
                     seeds=[[0, 1, -1, 36, 36.9]], near=around([0, 1, -1, 10, 32, 36])),
    "normal_tail": fn([("x", "f64", "-8", "20")], lambda x: mp.erfc(x / mp.sqrt(2)) / 2, rel=2e-13,
                      seeds=[[0, 2, -2, 8]], near=around([0, 2, -2, 19]), slow=5),
    "interp_table": fn([("x", "f64", "0", "70")], interp, rel=1e-14, outside="clamp",
                       seeds=[[10.0 * k for k in range(8)]], near=around([10.0 * k for k in range(8)])),
    "exp_f32": fn([("x", "f32", "-87", "88.71875")], mp.exp, ulps=2, outside="reject",
                  seeds=[[0, 88.7, 88.5, 88.375, 1, -1]], near=around([0, .3466, -.3466, 88])),
    "sin_deg_f32": fn([("x", "f32", "-100000", "100000")], lambda x: mp.sin(x * mp.pi / 180), rel=1e-6, abs=1e-10,
                      seeds=[[30.0 * k for k in range(-30, 31)] + [99990.0, 90090.0]], near=around([90.0 * k for k in range(-40, 41)] + [99900.0])),
    "asinh_f32": fn([("x", "f32", "-1e38", "1e38")], mp.asinh, ulps=4,
                    seeds=[[2, 2.0 ** 14, 2.0 ** -12, 1e19, 2.0 ** -130]], near=around([0, 2, -2, 2.0 ** 14, 1])),
    "ntc_f32": fn([("r", "f32", "100", "1000000")], ntc, rel=1e-6, abs=1e-4, outside="clamp",
                  seeds=[[10000, 9900, 10100, 32650, 65536]], near=around([100, 10000, 32650, 65536, 46340])),
    "annuity_factor": fn([("n", "int", "0", "480"), ("r", "f64", "0", "0.1")], annuity, rel=5e-13, outside="reject",
                         seeds=[[0, 1, 2, 3, 255, 256, 480], [0, 1e-5, 1e-7, 5e-324, 1e-300, 0.05]], near=int_pairs([0, 1e-5, 1e-7, .05], 480)),
    "chebyshev_t": fn([("n", "int", "0", "30"), ("x", "f64", "-1", "1")], lambda n, x: mp.cos(n * mp.acos(x)), abs=5e-13,
                      seeds=[[0, 1, 2, 3, 30], [0, .5, -.5, 1 - 1e-5]], near=int_pairs([0, 1, -1, .5, -.5], 30)),
}
