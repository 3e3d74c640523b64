"""Calls of one function that differ in their arguments alone are one node of a graph, with an output each."""

MOST = 1 << 16  # outputs of a node
_OWN = frozenset(("args", "log"))  # what each call has for itself
_MANY = {"remote.spawn": "remote.spawns"}  # the operator of many such calls
_ONE = {many: one for one, many in _MANY.items()}
_PLAIN = 3  # attributes of a call without options: those, and the version of Python


def called(op):
    """What the program has called that an operator is of."""
    return _ONE.get(op, op)


def common(node, inputs):
    """What calls that stand together have in common."""
    attrs = node.attrs
    options = repr({k: v for k, v in attrs.items() if k not in _OWN}) if len(attrs) > _PLAIN else None
    return node.op, inputs, node.site, options


class Together:
    """Such calls, at one place of a graph. The first of them stands there as it is until there is another."""

    def __init__(self, node, place, entries):
        self.place = place
        self._first, self._entries = node, entries
        self._calls, self._logs = [], []

    @property
    def full(self):
        return len(self._calls) == MOST

    def add(self, node):
        """Has a call stand here; it is this output."""
        if not self._calls:
            self._share()
        self._note(node.attrs)
        return len(self._calls) - 1

    def _share(self):
        """Makes the first call one of many."""
        attrs = self._first.attrs
        self._note(attrs)
        entry = self._entries[self.place]
        entry["op"] = _MANY[entry["op"]]
        entry["attrs"] = {k: v for k, v in attrs.items() if k not in _OWN} | {
            "calls": {"blobs": {"v": self._calls}},
            "logs": {"strings": {"v": self._logs}},
        }

    def _note(self, attrs):
        self._calls.append(attrs["args"]["raw"])
        self._logs.append(attrs["log"]["s"])
