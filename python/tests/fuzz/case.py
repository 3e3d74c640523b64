"""Random programs: inputs and a chain of steps, of which every one fits what pandas gave for the one before."""

import re
import warnings
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from . import steps_frame, steps_series
from .draw import Draw
from .inputs import random_input
from .script import saved

_FORMS = {"frame": steps_frame.STEPS, "series": steps_series.STEPS}
_SECOND = 0.35  # the share of programs with a second frame


@dataclass
class Case:
    """Inputs, steps as (name set, statement, name read), and the rows of a chunk."""

    inputs: list
    steps: list
    chunk: object = None

    def text(self):
        return "\n".join([i.text() for i in self.inputs] + [line for _, line, _ in self.steps])

    def script(self):
        """A program that prints both answers."""
        made = [f"{i.text()}\n{i.name}_ = md.from_pandas({i.name}, chunk_size={self.chunk})" for i in self.inputs]
        ours = [re.sub(r"\b(d|s|d2)\b", r"\1_", re.sub(r"\bv(\d+)\b", r"v\1_", line)) for _, line, _ in self.steps]
        last = self.steps[-1][0] if self.steps else self.inputs[0].name
        head = "import numpy as np\nimport pandas as pd\nimport mars.dataframe as md"
        if any("saved(" in line for line in ours):
            head += "\nfrom fuzz.script import saved"
        ours = [
            line.replace("pd.concat", "md.concat")
            .replace("pd.get_dummies", "md.get_dummies")
            .replace("pd.to_", "md.to_")
            .replace("pd.merge_asof", "md.merge_asof")
            .replace("pd.read_", "md.read_")
            for line in ours
        ]
        return "\n".join(
            [head, *made, *(line for _, line, _ in self.steps), *ours, f"print({last})", f"print({last}_.execute())"]
        )

    def without_step(self, at):
        """This case without a step; those behind it read what it read."""
        name, _line, of = self.steps[at]
        rest = []
        for n, text, read in self.steps[at + 1 :]:
            if name != of:
                text = re.sub(rf"\b{name}\b", of, text)
                n, read = (of if n == name else n), (of if read == name else read)
            rest.append((n, text, read))
        return replace(self, steps=self.steps[:at] + rest)


def run_line(line, names):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        exec(line, names)


def random_case(rng):
    """A program. Its last step may raise."""
    d = Draw(rng)
    series = d.chance(0.35)
    first = random_input(rng, "s" if series else "d", series)
    case = Case([first], [], d.one(None, 1, 2, 3, 3, 5))
    names = {"pd": pd, "np": np, "saved": saved}
    run_line(first.text(), names)
    now, wanted = first.name, d.one(1, 1, 2, 2, 3, 4, 6)
    if not series and d.chance(_SECOND):
        second = _related(rng, first)
        case.inputs.append(second)
        run_line(second.text(), names)
        line = _meeting(d, names[first.name], names[second.name])
        if line:
            now, ok = _append(case, names, now, line)
            if not ok:
                return case
    for _ in range(20):
        if len(case.steps) >= wanted:
            break
        value = names[now]
        form = "frame" if isinstance(value, pd.DataFrame) else "series" if isinstance(value, pd.Series) else None
        if form is None or (form == "frame" and value.shape[1] > 40):
            break
        table = _FORMS[form]
        step = rng.choices([t[0] for t in table], [t[1] for t in table])[0]
        try:
            text = step(d, now, value)
        except TypeError:  # a cell that has no source
            continue
        if not text:
            continue
        before = len(case.steps)
        now, ok = _append(case, names, now, text)
        if not ok:
            if d.chance(0.35):
                break
            del case.steps[before:]
            names = {"pd": pd, "np": np, "saved": saved}
            for line in case.text().splitlines():
                run_line(line, names)
    return case


def _append(case, names, now, text):
    """The name of the value after a step, and whether pandas gave one."""
    if text.startswith("!"):
        step = (now, text[1:], now)
    else:
        name = f"v{len(case.steps) + 1}"
        step = (name, f"{name} = {text}", now)
    case.steps.append(step)
    try:
        run_line(step[1], names)
    except Exception:
        return now, False
    return step[0], True


def _related(rng, first):
    """A frame whose columns have labels, and mostly kinds, of the first one's."""
    second = random_input(rng, "d2")
    for i, (_, kind, _) in enumerate(second.columns):
        if i < len(first.columns) and rng.random() < 0.8:
            label, same, _ = first.columns[i]
            if rng.random() < 0.8:
                kind = same
            cells = random_cells(rng, kind, second.rows)
            second.columns[i] = (label, kind, cells)
    if len({c[0] for c in second.columns}) < len(second.columns):
        seen = {}
        second.columns = [seen.setdefault(c[0], c) for c in second.columns if c[0] not in seen]
    return second


def random_cells(rng, kind, n):
    from .inputs import _cells

    return _cells(rng, kind, n)


def _meeting(d, a, b):
    """A step of two frames."""
    common = [c for c in a.columns if c in set(b.columns)]
    if not common:
        return d.one("pd.concat([d, d2])", "pd.concat([d, d2], axis=1)", "d.join(d2)", None)
    keys = d.rng.sample(common, d.int(1, min(2, len(common))))
    on = repr(list(keys)) if len(keys) > 1 or d.chance(0.5) else repr(keys[0])
    how = d.one("inner", "left", "right", "outer", "left_anti", "inner", "left")
    i = a.columns.get_loc(keys[0])
    numbers = "[" + ", ".join(repr(c) for c in common if a[c].dtype.kind in "if" and b[c].dtype.kind in "if") + "]"
    other = d.rng.choice([c for c in common if a[c].dtype == b[keys[0]].dtype] or keys[:1])
    placed = a[keys[0]].dtype == b.index.dtype and b.index.nlevels == 1
    levels = [[x.index.get_level_values(k).dtype for k in range(x.index.nlevels)] for x in (a, b)]
    placed_both = levels[0] == levels[1] and "anti" not in how
    options = [
        f"d.merge(d2, on={on}, how={how!r}{d.flag('sort', False)}{d.flag('indicator', False)})",
        f"d.merge(d2, on={on}, how={how!r})",
        f"d.merge(d2, left_on={keys[0]!r}, right_on={other!r}, how={how!r})",
        f"d.merge(d2, left_index=True, right_index=True, how={how!r})" if placed_both else None,
        f"d.merge(d2, left_on={keys[0]!r}, right_index=True, how={how!r})" if placed and "anti" not in how else None,
        "d.merge(d2, how='cross')" if len(a) * len(b) < 200 else None,
        f"pd.concat([d, d2]{d.one('', ', ignore_index=True', ', join={!r}'.format('inner'), ', axis=1', ', sort=True')})",
        f"d.join(d2, rsuffix='_r', lsuffix='_l', how={how!r})" if placed_both else None,
        f"d[{keys[0]!r}] {d.one('==', '<', '+')} d2[{keys[0]!r}]",
        f"d[d[{keys[0]!r}].isin(d2[{keys[0]!r}])]",
        f"d.assign(new=d2[{keys[0]!r}])",
        f"d{numbers} {d.one('+', '*', '-', '/')} d2{numbers}" if len(numbers) > 2 else None,
        f"d{numbers}.{d.one('add', 'mul')}(d2{numbers}, fill_value=0)" if len(numbers) > 2 else None,
        f"pd.merge_asof(d.sort_values({keys[0]!r}, kind='stable'), d2.sort_values({keys[0]!r}, kind='stable'), on={keys[0]!r}, direction={d.one('backward', 'forward', 'nearest')!r})"
        if a.dtypes.iloc[i].kind in "iuM"
        else None,
        f"d.groupby(d2[{keys[0]!r}]).{d.one('size', 'count')}()",
    ]
    return d.rng.choice(options)
