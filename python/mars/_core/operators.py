"""Python's operators on what is on the cluster, tensors and frames alike: a + b, b + a, a += b, a < b, -a. A kind says what they make of two operands."""

# Python's name of an operator, and NumPy's function.
_numpy = dict(
    pair.split("=")
    for pair in "add=add sub=subtract mul=multiply truediv=divide floordiv=floor_divide mod=remainder pow=power divmod=divmod matmul=matmul "
    "lshift=left_shift rshift=right_shift and=bitwise_and or=bitwise_or xor=bitwise_xor".split()
)
COMPARISONS = dict(lt="less", le="less_equal", gt="greater", ge="greater_equal", eq="equal", ne="not_equal")
UNARY = dict(neg="negative", pos="positive", abs="absolute", invert="invert")
BINARY = {**_numpy, **COMPARISONS}
_changed_over = dict(lt="gt", le="ge", gt="lt", ge="le", eq="eq", ne="ne")

# How an operator came: a + b, b + a where b knows no better, a += b.
FORWARD, REFLECTED, IN_PLACE = "{}", "r{}", "i{}"

# The methods that answer a function of NumPy, where it is called with the value on its left, on its right, or alone.
METHODS = {f: (f"__{n}__", f"__{_changed_over.get(n, f'r{n}')}__") for n, f in BINARY.items()}
METHODS |= {f: (f"__{n}__",) for n, f in UNARY.items()}
METHODS |= {
    "true_divide": METHODS["divide"],
    "logical_and": METHODS["bitwise_and"],
    "logical_or": METHODS["bitwise_or"],
    "logical_not": METHODS["invert"],
}


def _binary(name, how):
    def method(self, other):
        return self._operate(name, other, how)

    return method


def _unary(name):
    def method(self):
        return self._altered(name)

    return method


# A class gives _operate(name, other, how), NotImplemented where the other operand decides, and _altered(name).
Operators = type(
    "Operators",
    (),
    {
        "__slots__": (),
        "__doc__": "Operators of values on the cluster.",
        **{
            f"__{h.format(n)}__": _binary(n, h)
            for n in _numpy
            for h in (FORWARD, REFLECTED, IN_PLACE)
            if n + h != "divmodi{}"
        },
        **{f"__{n}__": _binary(n, FORWARD) for n in COMPARISONS},
        **{f"__{n}__": _unary(n) for n in UNARY},
    },
)
