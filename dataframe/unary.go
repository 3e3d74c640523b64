package dataframe

import (
	"strings"

	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel"
	"github.com/mars-project/mars-go/kernel/column"
	"github.com/mars-project/mars-go/op"
)

// unaryRow is a function of one operand.
type unaryRow struct{ name, fn, method, summary string }

var unaryRows = []unaryRow{
	{"isna", "isna", "isna", "Whether elements are missing"},
	{"notna", "notna", "notna", "Whether elements are there"},
	{"neg", "neg", "__neg__", "Negative of elements"},
	{"invert", "invert", "__invert__", "Opposite of bools, complement of bits"},
	{"abs", "abs", "abs", "Absolute value of elements"},
}

// unaryOthers are other names of methods.
var unaryOthers = map[string][]string{"isna": {"isnull"}, "notna": {"notnull"}}

// methodsOf names methods of frames and series.
func methodsOf(names ...string) string {
	var s []string
	for _, n := range names {
		s = append(s, "DataFrame."+n, "Series."+n)
	}
	return strings.Join(s, " ")
}

type unary struct {
	byColumn
	row *unaryRow
}

func (o *unary) Row() string { return o.row.name }

func init() {
	for i := range unaryRows {
		r := &unaryRows[i]
		op.Register[unary](op.Doc{
			Name: "dataframe." + r.name, Like: "pandas.DataFrame." + r.method, Sig: r.name + "(df)", Summary: r.summary,
			Methods: methodsOf(append(unaryOthers[r.method], r.method)...),
		}, unary{row: r})
	}
}

func unaryOf(name string, h Handle) op.Value { return apply(op.Lookup("dataframe."+name).New(), h) }

// IsNA tells which elements are missing.
func (d *DataFrame) IsNA() *DataFrame { return FrameOf(unaryOf("isna", d)) }

// IsNA tells which elements are missing.
func (s *Series) IsNA() *Series { return SeriesOf(unaryOf("isna", s)) }

// NotNA tells which elements are there.
func (d *DataFrame) NotNA() *DataFrame { return FrameOf(unaryOf("notna", d)) }

// NotNA tells which elements are there.
func (s *Series) NotNA() *Series { return SeriesOf(unaryOf("notna", s)) }

// Neg is -d; bools are inverted.
func (d *DataFrame) Neg() *DataFrame { return FrameOf(unaryOf("neg", d)) }

// Neg is -s; bools are inverted.
func (s *Series) Neg() *Series { return SeriesOf(unaryOf("neg", s)) }

// Not is ~d. Errors: Type for what is neither bool nor integer.
func (d *DataFrame) Not() *DataFrame { return FrameOf(unaryOf("invert", d)) }

// Not is ~s. Errors: Type for what is neither bool nor integer.
func (s *Series) Not() *Series { return SeriesOf(unaryOf("invert", s)) }

// Abs is the absolute value of numbers and spans.
func (d *DataFrame) Abs() *DataFrame { return FrameOf(unaryOf("abs", d)) }

// Abs is the absolute value of numbers and spans.
func (s *Series) Abs() *Series { return SeriesOf(unaryOf("abs", s)) }

func (o *unary) Infer(in []op.Meta) ([]op.Meta, error) {
	return eachType(in[0], func(_ int, c op.Col) (op.Type, error) {
		f, err := column.Unary(o.row.fn, c.Is)
		return op.T(f.Out), err
	})
}

// Lower computes series of numbers and bools in block programs.
func (o *unary) Lower(b *kernel.Builder, in []kernel.Reg) kernel.Reg {
	f, err := column.Unary(o.row.fn, b.Type(in[0]))
	if err != nil {
		return 0
	}
	return f.Lower(b, in[0])
}

func (o *unary) Exec(x *op.Exec) error {
	return mapColumns(x, func(_ int, c *frame.Column) (*frame.Column, error) {
		f, err := column.Unary(o.row.fn, c.DType)
		if err != nil {
			return nil, err
		}
		return f.Run(chunk.Env(x), c)
	})
}
