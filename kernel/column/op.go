package column

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/mem"
)

// An Op is a function of two operands settled for their dtypes.
type Op struct {
	Out dtype.DType // of the result
	// Or is the dtype of the result when the data asks for it: an integer divided by zero is infinite. It is
	// zero when there is no question. A column of an undecided result is of either dtype, or pending.
	Or  dtype.DType
	run func(e Env, a, b *frame.Column) (*frame.Column, error)
	// lower is run as instructions of a block program, over operands without bitmaps; nil where there are
	// none.
	lower func(b *kernel.Builder, x, y kernel.Reg) kernel.Reg
	a     Arg
	b     Arg
}

// Lower is Run as instructions of a block program: register 0 where it takes more than that. The register of
// a scalar operand does not count.
func (o Op) Lower(b *kernel.Builder, x, y kernel.Reg) kernel.Reg {
	if o.lower == nil || !o.Or.IsZero() {
		return 0
	}
	return o.lower(b, o.a.reg(b, x), o.b.reg(b, y))
}

// reg is r, or a scalar operand as Single has it.
func (a Arg) reg(b *kernel.Builder, r kernel.Reg) kernel.Reg {
	if !a.Scalar {
		return r
	}
	switch v := a.Value.(type) {
	case frame.Timestamp:
		return b.Const(v.Ticks, a.DType.Base())
	case frame.Timedelta:
		return b.Const(v.Ticks, a.DType.Base())
	}
	return b.Const(a.Value, a.DType)
}

// Run computes the result of columns of equal length; a scalar operand is nil.
func (o Op) Run(e Env, a, b *frame.Column) (*frame.Column, error) {
	n := 0
	if a != nil {
		n = a.Rows
	} else if b != nil {
		n = b.Rows
	}
	var err error
	if a, err = o.operand(e, o.a, a, n); err != nil {
		return nil, err
	}
	if b, err = o.operand(e, o.b, b, n); err != nil {
		return nil, err
	}
	return o.run(e, a, b)
}

// operand makes a scalar a constant column of its own dtype.
func (o Op) operand(e Env, arg Arg, c *frame.Column, n int) (*frame.Column, error) {
	if c != nil || !arg.Scalar {
		return c, nil
	}
	one, err := Single(arg.Value, arg.DType)
	if err != nil {
		return nil, err
	}
	return e.Repeat(one, n)
}

// The names of functions, as pandas' methods have them.
var symbols = map[string]string{
	"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
	"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "and": "&", "or": "|", "xor": "^",
}

// loops are NumPy's names of the functions.
var loops = map[string]string{
	"add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "floordiv": "floor_divide",
	"mod": "remainder", "pow": "power", "eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater",
	"ge": "greater_equal", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor",
}

// Settle finds the function of a name (add sub mul truediv floordiv mod pow, eq ne lt le gt ge, and or xor)
// for two operands. Errors: Type and Invalid in pandas' words.
func Settle(fn string, a, b Arg) (Op, error) {
	if symbols[fn] == "" {
		return Op{}, errs.New(errs.NotFound, "no function %q of columns", fn)
	}
	var o Op
	var err error
	switch fn {
	case "eq", "ne", "lt", "le", "gt", "ge":
		o, err = compare(fn, a, b)
	case "and", "or", "xor":
		o, err = logic(fn, a, b)
	default:
		o, err = arith(fn, a, b)
	}
	o.a, o.b = a, b
	return o, err
}

// unsupported is Python's refusal.
func unsupported(fn, a, b string) error {
	return errs.New(errs.Type, "unsupported operand type(s) for %s: '%s' and '%s'", symbols[fn], a, b)
}

// pyName is the Python name of the values of an operand.
func (a Arg) pyName() string {
	if a.Scalar {
		return PyType(a.Value)
	}
	switch d := a.DType; {
	case d.IsBool():
		return "bool"
	case d.IsInteger():
		return "int"
	case d.IsFloat():
		return "float"
	case d.IsComplex():
		return "complex"
	case d.IsCategorical():
		return "Categorical"
	case d.IsDatetime():
		return "DatetimeArray"
	case d.IsTimedelta():
		return "TimedeltaArray"
	}
	return a.DType.String()
}

// one is the result of two scalars.
func (o Op) one() (any, error) {
	e := Env{Mem: mem.Heap}
	x, err := Single(o.a.Value, o.a.DType)
	if err != nil {
		return nil, err
	}
	y, err := Single(o.b.Value, o.b.DType)
	if err != nil {
		return nil, err
	}
	c, err := o.run(e, x, y)
	if err != nil {
		return nil, err
	}
	return c.Cell(0), nil
}
