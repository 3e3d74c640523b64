"""Types a script of the documentation at a prompt: python prompt.py SCRIPT [URL].

Every statement is run as Python's prompt runs it, which shows the values of expressions. Then the check of the script looks at what
it left. The token of the server comes by MARS_TOKEN.
"""

import ast
import math
import os
import sys
import warnings


def main(path, url=""):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    warnings.simplefilter("error", ResourceWarning)
    text = text.replace("http://<ip>:<port>", url)
    names = {"__name__": "__main__"}
    for statement in ast.parse(text, path).body:
        exec(compile(ast.Interactive([statement]), path, "single"), names)
    checks[os.path.splitext(os.path.basename(path))[0]](names)


def ones(names):
    b, df = names["b"].fetch(), names["df"].fetch()
    assert b.shape == (2000, 2000) and (b == 2000).all()
    assert df.shape == (2000,) and (df == 2000).all()


def rand(names):
    import numpy as np

    a, b, df = names["a"].execute().fetch(), names["b"].fetch(), names["df"].fetch()
    np.testing.assert_allclose(b, np.inner(a, a), rtol=1e-10)
    np.testing.assert_allclose(df.to_numpy(), a.sum(axis=0), rtol=1e-10)
    assert a.std() > 0.28


def future(names):
    assert names["future"].done() is True
    assert float(names["future"].result().fetch()) == 1.0


def eager_option(names):
    assert (names["t"].fetch() == 1).all()


def eager_context(names):
    assert names["a"].fetch().tolist() == [[1, 2], [3, 4]]
    assert names["b"].sum().execute().fetch() == 10


def nothing(names):
    assert math.isfinite(names.get("N", 0))


checks = {
    "deploy_ones": ones,
    "deploy_rand": rand,
    "local": rand,
    "future": future,
    "eager_option": eager_option,
    "eager_context": eager_context,
    "pi": nothing,
    "frame": nothing,
}

# What a script must show, as regular expressions.
shows = {
    "deploy_ones": [r"2000\.0?", r"dtype: float64"],
    "deploy_rand": [r"\.\.\.", r"dtype: float64"],
    "local": [r"\.\.\.", r"dtype: float64"],
    "future": [r"^1\.0$", r"^True$"],
    "eager_option": [r"\[1\. 1\. 1\.\]|\[1\., 1\., 1\.\]", r"2\., 2\., 2\.|2\. 2\. 2\."],
    "eager_context": [r"\[1,? 2\]", r"^10$"],
    "pi": [r"^3\.1\d+$"],
    "frame": [r"^a +\d{5}\.\d+$", r"^d +\d{5}\.\d+$"],
}

if __name__ == "__main__":
    main(*sys.argv[1:])
