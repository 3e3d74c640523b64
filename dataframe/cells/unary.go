package cells

import (
	"slices"
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
		others := unaryOthers[r.method]
		d := op.Doc{
			Aliases: strings.Join(others, " "), Labels: "index",
			Name: "dataframe." + r.name, Like: "pandas.DataFrame." + r.method, Sig: r.name + "(df)", Summary: r.summary,
			Methods: methodsOf(append(slices.Clone(others), r.method)...),
		}
		if others != nil {
			d.Forms, d.Labels = "df=here", "tensor"
			d.Methods += " Index." + strings.Join(append(slices.Clone(others), r.method), " Index.")
		}
		op.Register[unary](d, unary{row: r})
	}
}

func (o *unary) Infer(in []op.Meta) ([]op.Meta, error) {
	return EachType(in[0], func(_ int, c op.Col) (op.Type, error) {
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
