import os
import sys
import warnings

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

warnings.simplefilter("ignore")
np.seterr(all="ignore")
k = np.arange(60)
m = ((k * k * 37 + 11 * k + k // 7) % 101 - 40.0).reshape(5, 12) / 8
x = np.sort(m[0]) + np.arange(12) / 7
points = np.array([-9.0, -3.5, 0.0, 1.25, 4.75, 40.0, np.nan, x[3], x[-1]])
cases = {"m": m, "x": x, "points": points}
for n in [0, 1, 2, 9, 40]:
    for f in ["bartlett", "blackman", "hamming", "hanning"]:
        cases[f"{f} {n}"] = getattr(np, f)(n)
    cases[f"kaiser {n}"] = np.kaiser(n, 8.6)
cases["logspace"], cases["logspace base"] = np.logspace(-1, 3, 9), np.logspace(0, 5, 6, endpoint=False, base=2.5)
cases["logspace int"] = np.logspace(0, 4, 5, dtype=int)
cases["geomspace"], cases["geomspace down"], cases["geomspace open"] = np.geomspace(1, 1000, 7), np.geomspace(-256, -2, 8), np.geomspace(3, 50, 4, endpoint=False)
cases["geomspace zero"] = golden.call(lambda: np.geomspace(0, 3))
special = np.array([0.0, -0.0, 1.0, 0.25, -1.5, np.inf, -np.inf, np.nan])
cases["special"] = special
cases["sinc"], cases["sinc ints"], cases["sinc float32"] = np.sinc(special), np.sinc(np.arange(4)), np.sinc(special.astype("f4"))
cases["isneginf"], cases["isposinf"] = np.isneginf(special), np.isposinf(special)
cases["isneginf complex"] = golden.call(lambda: np.isneginf(np.array([1j])))
at = np.argsort(m, axis=1, kind="stable")
cases["at"] = at
cases["take_along"], cases["take_along first"] = np.take_along_axis(m, at, 1), np.take_along_axis(m, at[:2, :1] % 5, 0)
cases["take_along negative"] = np.take_along_axis(m, np.array([[-1], [0], [-12], [11], [3]]), 1)
cases["interp"], cases["interp ends"] = np.interp(points, x, m[1]), np.interp(points, x, m[1], left=-1, right=7)
cases["interp period"] = np.interp(points, m[0][[0, 1, 4]], m[1][:3], period=5)
cases["interp one"], cases["interp matrix"] = np.interp(points, x[:1], m[1][:1]), np.interp(m, x, m[2])
cases["interp complex"] = np.interp(points[:4], x, m[1] + 1j * m[2])
for n in range(-1, 4):
    cases[f"rot90 {n}"] = np.rot90(m, n)
cases["rot90 axes"] = np.rot90(m.reshape(5, 3, 4), 1, (1, 2))
cases["polyval"], cases["polyval ints"] = np.polyval(m[0, :4], m), np.polyval([3, 0, -1], np.arange(5))
cases["polyfit"], cases["polyfit columns"] = np.polyfit(x, m[1], 3), np.polyfit(x, m.T[:, :3], 2)
cases["vander"], cases["vander n"], cases["vander ints"] = np.vander(m[0]), np.vander(x, 4, increasing=True), np.vander(np.arange(5))
conds = [m > 5, m < -2]
cases["select"], cases["select default"] = np.select(conds, [m, m * 2]), np.select(conds, [m, m * 2], default=0.5)
cases["select default by place"] = np.select(conds, [m, m * 2], default=m * 10)
cases["extract"] = np.extract(m > 3, m)
cases["diagflat"] = np.diagflat(m[:2, :2], 1)
cases["equiv"], cases["equiv not"], cases["equiv shapes"] = np.array_equiv(m[:1] * 0, np.zeros((3, 12))), np.array_equiv(m, m + 1), np.array_equiv(m, m[:, :5])
cases["cumulative_sum"], cases["cumulative_sum initial"] = np.cumulative_sum(m[0]), np.cumulative_sum(m, axis=1, include_initial=True)
cases["cumulative_prod"], cases["cumulative_prod initial"] = np.cumulative_prod(m, axis=0), np.cumulative_prod(np.arange(1, 6), include_initial=True)
cases["cumulative axis"] = golden.call(lambda: np.cumulative_sum(m))
one, two = (k * 7 % 13)[:20], (k * 5 % 17)[:25]
cases["intersect1d"], cases["setxor1d"] = np.intersect1d(one, two), np.setxor1d(one, two)
cases["intersect1d none"], cases["setxor1d none"] = np.intersect1d(one[:0], two), np.setxor1d(one[:0], two)
cases["gradient"], cases["gradient first"] = np.gradient(m[0]), np.gradient(m, axis=0)
cases["gradient spacing"], cases["gradient second"] = np.gradient(m, 0.3, axis=1), np.gradient(m, 0.3, axis=1, edge_order=2)
cases["gradient uneven"], cases["gradient uneven second"] = np.gradient(m, x, axis=1), np.gradient(m, x, axis=1, edge_order=2)
cases["gradient ints"] = np.gradient(one)
cases["gradient short"] = golden.call(lambda: np.gradient(m[:1], axis=0))
for mode in ["edge", "reflect", "symmetric", "wrap"]:
    cases[f"pad {mode}"] = np.pad(m[:3, :4], ((4, 5), (0, 9)), mode)
for mode in ["linear_ramp", "maximum", "mean", "median", "minimum"]:
    cases[f"pad {mode}"] = np.pad(m[:3, :4], ((4, 5), (0, 9)), mode)
cases["pad empty"], cases["pad ramp"] = m[:3, :4], np.pad(one.reshape(4, 5), 3, "linear_ramp", end_values=(-5, 20))
cases["pad short"] = np.pad(one.reshape(4, 5), (2, 1), "mean", stat_length=(2, 3))
for mode in ["reflect", "symmetric"]:
    cases[f"pad odd {mode}"] = np.pad(one.reshape(4, 5), (9, 11), mode, reflect_type="odd")
cases["pad"], cases["pad values"] = np.pad(m[:3, :4], 2), np.pad(one.reshape(4, 5), ((1, 0), (2, 3)), constant_values=((7, 8), (-1, 4)))
cases["pad none"], cases["pad one"] = golden.call(lambda: np.pad(m[:0], 1, "edge")), np.pad(m[:1, :2], 3, "reflect")
cases["lexsort"], cases["lexsort first"] = np.lexsort((one, two[:20] % 4, one % 2)), np.lexsort((m, m // 4 % 2), axis=0)
golden.write(cases)
