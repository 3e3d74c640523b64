package cells

import (
	"slices"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// binaryRow is a function of two operands.
type binaryRow struct {
	name    string // of the pandas method
	fn      string // of kernel/column
	reverse bool   // the second operand comes first
	summary string
}

var binaryRows = []binaryRow{
	{"add", "add", false, "Sum, element by element"},
	{"sub", "sub", false, "Difference, element by element"},
	{"mul", "mul", false, "Product, element by element"},
	{"truediv", "truediv", false, "Quotient, element by element"},
	{"floordiv", "floordiv", false, "Quotient rounded down, element by element"},
	{"mod", "mod", false, "Remainder of the divisor's sign, element by element"},
	{"pow", "pow", false, "Power, element by element"},
	{"radd", "add", true, "Sum with the operands changed over"},
	{"rsub", "sub", true, "Difference with the operands changed over"},
	{"rmul", "mul", true, "Product with the operands changed over"},
	{"rtruediv", "truediv", true, "Quotient with the operands changed over"},
	{"rfloordiv", "floordiv", true, "Quotient rounded down with the operands changed over"},
	{"rmod", "mod", true, "Remainder with the operands changed over"},
	{"rpow", "pow", true, "Power with the operands changed over"},
	{"eq", "eq", false, "Whether elements are equal"},
	{"ne", "ne", false, "Whether elements differ"},
	{"lt", "lt", false, "Whether elements are less"},
	{"le", "le", false, "Whether elements are less or equal"},
	{"gt", "gt", false, "Whether elements are greater"},
	{"ge", "ge", false, "Whether elements are greater or equal"},
	{"and", "and", false, "Both, of bools, or bits that both have"},
	{"or", "or", false, "Either, of bools, or bits that either has"},
	{"xor", "xor", false, "One and not both, of bools, or bits that one has"},
}

func (r *binaryRow) compares() bool {
	return slices.Contains([]string{"eq", "ne", "lt", "le", "gt", "ge"}, r.fn)
}

func (r *binaryRow) logic() bool { return slices.Contains([]string{"and", "or", "xor"}, r.fn) }

// Binary is a function of a frame or series and a second operand: a frame or series, which meets the first by
// labels, a tensor, which meets it by position, or a single value.
type Binary struct {
	op.Scalars
	Axis      *string
	FillValue any
	Identical bool `sig:"-"` // labels that differ are an error, as for pandas' ==; its methods align
	row       *binaryRow
}

// binaryOthers are other names of methods.
var binaryOthers = map[string][]string{"truediv": {"div", "divide"}, "rtruediv": {"rdiv"}, "mul": {"multiply"}, "sub": {"subtract"}}

func (o *Binary) Row() string { return o.row.name }

// Compares reports a comparison.
func (o *Binary) Compares() bool { return o.row.compares() }

func init() {
	for i := range binaryRows {
		r := &binaryRows[i]
		d := op.Doc{
			Gives: "binary",
			Name:  "dataframe." + r.name, Like: "pandas.DataFrame." + r.name, Summary: r.summary,
			Sig: r.name + "(a, b, axis='columns', level=None, fill_value=None)", Methods: methodsOf(append(binaryOthers[r.name], r.name)...),
			Notes: "Operands of other labels are aligned, as by the methods of pandas.",
		}
		if r.logic() {
			d.Like, d.Methods = "pandas.DataFrame.__"+r.fn+"__", "DataFrame.__"+r.fn+"__ Series.__"+r.fn+"__"
		}
		op.Register[Binary](d, Binary{row: r})
	}
}

// Normalize gives the axis one name.
func (o *Binary) Normalize(in []op.Meta) error {
	axis := "columns"
	if o.Axis != nil {
		axis = *o.Axis
	}
	switch axis {
	case "index", "rows", "0":
		axis = "index"
	case "columns", "1":
	default:
		return errs.New(errs.Invalid, "No axis named %s for object type DataFrame", axis)
	}
	if len(in) < 2 || in[0].Kind != op.Frame || in[1].Kind != op.Series && !schema.IsVector(in[1]) {
		axis = "columns" // makes no difference
	}
	o.Axis = &axis
	if o.row.logic() && o.FillValue != nil {
		return errs.New(errs.Type, "fill_value of a logical function")
	}
	return nil
}

// across reports that a series lies along the columns of a frame.
func (o *Binary) across(in []op.Meta) bool {
	return len(in) == 2 && in[0].Kind == op.Frame && in[1].Kind == op.Series && *o.Axis == "columns"
}

// down reports that a vector lies along the rows of a frame, which it meets by position.
func (o *Binary) down(in []op.Meta) bool {
	return len(in) == 2 && in[0].Kind == op.Frame && schema.IsVector(in[1]) && *o.Axis == "index"
}

// scalar is the second operand as a single value.
func (o *Binary) scalar() (any, bool) {
	if len(o.Args) < 2 {
		return nil, false
	}
	return o.Args[1], true
}

func (o *Binary) Infer(in []op.Meta) ([]op.Meta, error) {
	return o.infer(in, len(in) < 2 || schema.SameIndex(in[0], in[1]))
}

// StageMeta is that of rows that were sent by label: they may be missing, whatever a chunk's own index says.
func (o *Binary) StageMeta(s op.Stage, in []op.Meta) ([]op.Meta, error) {
	if s != op.Final {
		return nil, nil
	}
	return o.infer(in, false)
}

func (o *Binary) infer(in []op.Meta, same bool) ([]op.Meta, error) {
	if in[0].Kind != op.Frame && in[0].Kind != op.Series {
		return nil, errs.New(errs.Type, "%s wants a frame or a series, not a value of kind %s: an index has to_series()", o.row.name, in[0].Kind)
	}
	if len(in) == 1 && len(o.Args) < 2 {
		return nil, errs.New(errs.Type, "%s() missing 1 required positional argument: 'other'", errs.Name(o.row.name))
	}
	if err := o.fits(in); err != nil {
		return nil, err
	}
	ps, known, err := o.match(in)
	if err != nil {
		return nil, err
	}
	m, aligned := in[0], true
	if len(in) == 2 && in[1].Kind != op.Tensor && !o.across(in) {
		if aligned = same || o.Identical; aligned {
			if o.Identical && (schema.Clash(in[0].Dims[0], in[1].Dims[0]) || in[0].Kind == op.Frame && known && !in[0].Open && !in[1].Open && !slices.Equal(schema.LabelsOf(in[0].Cols), schema.LabelsOf(in[1].Cols))) {
				return nil, o.unlike(in[0])
			}
		} else {
			if m, err = schema.Unioned(in[0], in[1]); err != nil {
				return nil, err
			}
		}
	}
	if !known || m.Open || len(in) == 2 && in[1].Open {
		m.Cols, m.Open = o.guess(in, ps), true
		return []op.Meta{m}, nil
	}
	m.Cols, err = o.columns(in, ps, aligned)
	return []op.Meta{m}, err
}

// guess is the one column of a series whose dtype follows from data that was not read: bools of a comparison,
// else what the guesses of the operands give. Of a frame there is none.
func (o *Binary) guess(in []op.Meta, ps []pair) []op.Col {
	if in[0].Kind != op.Series {
		return nil
	}
	cols, err := o.columns(in, ps, true)
	if err != nil {
		return []op.Col{{Name: ps[0].name, Type: op.T(dtype.Float64)}}
	}
	for i := range cols {
		cols[i].Type = op.T(cols[i].Is)
	}
	return cols
}

// unlike is what a comparison of other labels says.
func (*Binary) unlike(m op.Meta) error {
	if m.Kind == op.Frame {
		return errs.New(errs.Invalid, "Can only compare identically-labeled (both index and columns) DataFrame objects")
	}
	return errs.New(errs.Invalid, "Can only compare identically-labeled Series objects")
}

// fits refuses second operands that the first has no place for.
func (o *Binary) fits(in []op.Meta) error {
	if len(in) < 2 {
		return nil
	}
	a, b := in[0], in[1]
	switch {
	case b.Kind == op.Frame && a.Kind == op.Series:
		return errs.New(errs.Type, "a series with a frame: call the frame's method")
	case b.Kind == op.Frame || b.Kind == op.Series:
		return nil
	case b.Kind != op.Tensor:
		return errs.New(errs.Type, "arithmetic with a %s", b.Kind)
	}
	switch rank := len(b.Dims); {
	case rank == 0:
	case rank > 2 || rank == 2 && a.Kind == op.Series:
		return errs.New(errs.Invalid, "Unable to coerce to Series/DataFrame, dimension must be <= 2: a tensor of %d dimensions", rank)
	case a.Kind == op.Series && schema.Clash(a.Dims[0], b.Dims[0]):
		return errs.New(errs.Invalid, "operands could not be broadcast together with shapes (%s,) (%s,)", a.Dims[0], b.Dims[0])
	case a.Kind == op.Series:
	case o.down(in):
		if schema.Clash(a.Dims[0], b.Dims[0]) {
			return unlikeRows(a.Dims[0], b.Dims[0])
		}
	case rank == 1 && schema.Clash(op.Dim{N: len(a.Cols)}, b.Dims[0]):
		return errs.New(errs.Invalid, "Unable to coerce to Series, length must be %d: given %s", len(a.Cols), b.Dims[0])
	case rank == 2 && (schema.Clash(a.Dims[0], b.Dims[0]) || schema.Clash(op.Dim{N: len(a.Cols)}, b.Dims[1])):
		return errs.New(errs.Invalid, "Unable to coerce to DataFrame, shape must be (%s, %d): given (%s, %s)", a.Dims[0], len(a.Cols), b.Dims[0], b.Dims[1])
	}
	return nil
}

// unlikeRows is the error of a vector that does not have a value for each row of a frame.
func unlikeRows(rows, values op.Dim) error {
	return errs.New(errs.Invalid, "Unable to coerce to Series, length must be %s: given %s", rows, values)
}
