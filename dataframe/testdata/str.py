"""Answers of Series.str: python str.py > str.json"""
import os
import sys

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../marstest"))
import golden

base = ["Hello World", "ß ŉ İ", "", None, " \tpad é ", "ǆ ﬁ Σς ΑΣ", "½3", "٣٤", "Hello World", "naïve O'NEIL x1y", "a\n", "abc", "ABC",
        "Ab Cd", "\u00a0\u2003", "Ⅷ", "12", "x_1", "-42", "+7", "日本語", "ab, cd,, ef", "foo.bar.baz", "foo1 bar22", None]
texts = pd.Series(base, dtype="str", name="t")
inputs = {
    "str": texts,
    "string": texts.astype("string"),
    "full": pd.Series(["b", "a", "", "Über"], index=[3, 1, 2, 0], dtype="str"),
    "none": pd.Series([None, None], dtype="str"),
    "empty": pd.Series([], dtype="str"),
    "cat": pd.Series(["Hello", None, "wORLD", "Hello"], dtype="category"),
}

calls = {
    "find o": lambda s: s.str.find("o"),
    "find bounds": lambda s: s.str.find("o", -6, -1),
    "find empty": lambda s: s.str.find("", 3),
    "rfind": lambda s: s.str.rfind("a", 0, 12),
    "strip": lambda s: s.str.strip(),
    "lstrip": lambda s: s.str.lstrip(),
    "rstrip": lambda s: s.str.rstrip(),
    "strip set": lambda s: s.str.strip("Ha éd"),
    "lstrip set": lambda s: s.str.lstrip("aHb"),
    "removeprefix": lambda s: s.str.removeprefix("He"),
    "removesuffix": lambda s: s.str.removesuffix("é "),
    "slice 1:": lambda s: s.str.slice(1),
    "slice ::-2": lambda s: s.str.slice(-1, None, -2),
    "slice -3:-1": lambda s: s.str.slice(-3, -1),
    "slice 1:9:3": lambda s: s.str.slice(1, 9, 3),
    "slice_replace": lambda s: s.str.slice_replace(1, -2, "#é"),
    "slice_replace insert": lambda s: s.str.slice_replace(5, 2, "#"),
    "slice_replace all": lambda s: s.str.slice_replace(repl="-"),
    "get 0": lambda s: s.str.get(0),
    "get -2": lambda s: s.str.get(-2),
    "get 99": lambda s: s.str.get(99),
    "pad both": lambda s: s.str.pad(8, "both", "é"),
    "pad left": lambda s: s.str.pad(6),
    "center": lambda s: s.str.center(9, "*"),
    "ljust": lambda s: s.str.ljust(7, "."),
    "rjust": lambda s: s.str.rjust(7),
    "zfill": lambda s: s.str.zfill(6),
    "repeat": lambda s: s.str.repeat(3),
    "repeat 0": lambda s: s.str.repeat(0),
    "join": lambda s: s.str.join("-é"),
    "contains": lambda s: s.str.contains("o", regex=False),
    "contains dot": lambda s: s.str.contains(".", regex=False),
    "contains regex": lambda s: s.str.contains(r"^[a-h]\w+"),
    "contains case": lambda s: s.str.contains("O", case=False),
    "contains literal case": lambda s: s.str.contains("HELLO", case=False, regex=False),
    "contains na": lambda s: s.str.contains("o", na=True),
    "contains na False": lambda s: s.str.contains("o", na=False),
    "contains digits": lambda s: s.str.contains(r"^\d+$"),
    "contains dollar": lambda s: s.str.contains("a$"),
    "contains not word": lambda s: s.str.contains(r"[\W_]"),
    "contains blank": lambda s: s.str.contains(r"\s"),
    "contains flags": lambda s: s.str.contains("hello.w", flags=2),
    "startswith": lambda s: s.str.startswith("a"),
    "startswith several": lambda s: s.str.startswith(("H", " ", "日本")),
    "endswith": lambda s: s.str.endswith("é "),
    "endswith na": lambda s: s.str.endswith("C", na=True),
    "match": lambda s: s.str.match("[a-h]", case=False),
    "fullmatch": lambda s: s.str.fullmatch("a|abc|ab, .*"),
    "count": lambda s: s.str.count("[oOa]"),
    "count words": lambda s: s.str.count(r"\b"),
    "contains look-ahead": lambda s: s.str.contains(r"o(?=\w)"),
    "match twice": lambda s: s.str.match(r".*(\w)\1"),
    "replace look-behind": lambda s: s.str.replace(r"(?<=\w)\b", "#", regex=True),
    "count text": lambda s: s.str.count("b"),
    "replace": lambda s: s.str.replace("o", "0"),
    "replace n": lambda s: s.str.replace("o", "0", n=1),
    "replace dot": lambda s: s.str.replace(".", "!"),
    "replace empty": lambda s: s.str.replace("", "-"),
    "replace empty n": lambda s: s.str.replace("", "-", n=2),
    "replace case": lambda s: s.str.replace("HE", "-", case=False),
    "replace regex": lambda s: s.str.replace(r"([a-z]+)(\d)", r"<\2\1>", regex=True),
    "replace regex n": lambda s: s.str.replace(r"[a-z]", "#", n=2, regex=True),
    "replace named": lambda s: s.str.replace(r"(?P<w>[A-Z])", r"\g<w>\g<w>", regex=True),
    "replace star": lambda s: s.str.replace("z*", "-", regex=True),
    "split": lambda s: s.str.split(),
    "split comma": lambda s: s.str.split(","),
    "split n": lambda s: s.str.split(" ", n=1),
    "split regex": lambda s: s.str.split(r"[,.] ?"),
    "split groups": lambda s: s.str.split(r"([,.])|(\d)"),
    "split one char": lambda s: s.str.split("."),
    "split expand": lambda s: s.str.split(",", expand=True),
    "split blanks expand": lambda s: s.str.split(n=1, expand=True),
    "rsplit": lambda s: s.str.rsplit(n=1),
    "rsplit expand": lambda s: s.str.rsplit(" ", n=1, expand=True),
    "partition": lambda s: s.str.partition(" "),
    "rpartition": lambda s: s.str.rpartition("o"),
    "partition tuples": lambda s: s.str.partition("o", expand=False),
    "extract": lambda s: s.str.extract(r"([a-z]+)(\d)?"),
    "extract names": lambda s: s.str.extract(r"(?P<first>[A-Z])(?P<rest>\w*)"),
    "extract one": lambda s: s.str.extract(r"(?P<k>\d+)", expand=False),
    "extract one frame": lambda s: s.str.extract(r"(\d+)"),
    "extract unnamed": lambda s: s.str.extract(r"(\d+)", expand=False),
    "findall groups": lambda s: s.str.findall("([a-z])(o)"),
    "findall": lambda s: s.str.findall("[a-z]o"),
    "cat": lambda s: s.str.cat(s, sep="|"),
    "cat na": lambda s: s.str.cat(s, sep="|", na_rep="?"),
    "cat text": lambda s: pd.Series([s.str.cat(sep=",")]),
    "cat text na": lambda s: pd.Series([s.str.cat(na_rep="-")]),
}
for m in ("len lower upper title capitalize swapcase casefold isalpha isdigit isnumeric isdecimal isalnum isspace islower isupper istitle "
          "isascii").split():
    calls[m] = lambda s, m=m: getattr(s.str, m)()

cases = {"in " + k: s for k, s in inputs.items()}
for name, f in calls.items():
    for k, s in inputs.items():
        if k != "cat" or name in ("lower", "len", "isupper", "repeat", "replace", "contains", "split", "partition", "cat", "extract", "join"):
            cases[name + "/" + k] = golden.call(lambda: f(s))
left = pd.Series(["a", "b", None, "d"], index=[1, 2, 3, 4], dtype="str")
right = pd.Series(["x", "y", "z"], index=[4, 9, 1], dtype="str")
cases.update({"in left": left, "in right": right, "by label": left.str.cat(right)})
bad = {
    "bad numbers": lambda: pd.Series([1, 2]).str.lower(),
    "bad side": lambda: texts.str.pad(3, "top"),
    "bad fill": lambda: texts.str.pad(3, "left", "ab"),
    "bad pattern": lambda: texts.str.contains("("),
    "bad groups": lambda: texts.str.extract("a"),
    "bad sep": lambda: texts.str.partition(""),
    "bad split": lambda: texts.str.split(""),
    "bad step": lambda: texts.str.slice(0, 3, 0),
    "bad repeat": lambda: texts.str.repeat(-1),
}
cases.update({k: golden.call(f) for k, f in bad.items()})
items = pd.Series([[4, 5], (6,), {1: 7, "k": 8}], name="t")
cases["items 1"] = items.str.get(1)
cases["items k"] = items.str.get("k")
golden.write(cases)
