package cells

import (
	"github.com/mars-project/mars-go/dataframe/chunk"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// ToNumeric is the operand of dataframe.numbers_of.
type ToNumeric struct{ Errors string }

func init() {
	op.Register[ToNumeric](op.Doc{
		Name: "dataframe.numbers_of", Face: "inner", Summary: "Texts of a series as numbers", Sig: "numbers_of(arg, errors='raise')",
	})
}

// Normalize checks the options.
func (o *ToNumeric) Normalize([]op.Meta) error {
	if o.Errors != "raise" && o.Errors != "coerce" {
		return errs.New(errs.Invalid, "invalid error value specified")
	}
	return nil
}

// isText reports a dtype of texts, which objects and categories may hold.
func isText(d dtype.DType) bool { return d.IsString() || d.IsCategorical() || d.IsObject() }

func (o *ToNumeric) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Series {
		return nil, errs.New(errs.Type, "to_numeric wants a series, not a %s", in[0].Kind)
	}
	c := in[0].Cols[0]
	d := c.Is
	switch {
	case isText(d):
		ms := schema.SameRows(in, c, op.T(numericGuess(d)))
		ms[0].Open = true
		return ms, nil
	case d.IsNumber() || d.IsBool():
		return schema.SameRows(in, c, c.Type), nil
	}
	return nil, errs.New(errs.Type, "Invalid object type: to_numeric of %s", d)
}

// numericGuess is the dtype while the data was not read.
func numericGuess(d dtype.DType) dtype.DType {
	if d.Null {
		return dtype.Int64.Nullable()
	}
	return dtype.Int64
}

// StageMeta describes what a chunk saw.
func (o *ToNumeric) StageMeta(s op.Stage, _ []op.Meta) ([]op.Meta, error) {
	if s == op.Chunk {
		return nil, nil
	}
	return []op.Meta{op.NewObject()}, nil
}

func (o *ToNumeric) Tile(t *op.Tiler) error {
	d := t.In(0).Meta.Cols[0].Is
	if !isText(d) {
		return t.Out(t.Map(t.In(0)))
	}
	seen := t.TreeReduce(t.In(0))
	if err := t.Need(op.Values, seen); err != nil {
		return err
	}
	p, ok := t.Value(seen).(op.Tuple)
	if !ok {
		return errs.New(errs.Internal, "the texts were seen as a %T", t.Value(seen))
	}
	as := d
	if !d.IsString() {
		as = dtype.Str
	}
	out, err := numericOf(p).Type(as)
	if err != nil {
		return t.Fail(err)
	}
	if out.IsString() && d.IsObject() {
		out = d
	}
	m := t.Meta(0)
	m.Open = false
	m.Cols = []op.Col{{Name: m.Cols[0].Name, Type: op.T(out)}}
	t.Refine(0, m)
	return t.Out(t.Map(t.In(0)))
}

func numericOf(p op.Tuple) (n str.Numeric) {
	n.Neg, _ = p[0].(bool)
	n.Uint, _ = p[1].(bool)
	n.Big, _ = p[2].(bool)
	n.Float, _ = p[3].(bool)
	n.Missing, _ = p[4].(bool)
	n.Bool, _ = p[5].(bool)
	n.Other, _ = p[6].(bool)
	return n
}

// Look passes.
func (o *ToNumeric) Look(int) op.Look { return op.Passes }

// Labels pass.
func (o *ToNumeric) Labels(int) op.Look { return op.Passes }

func (o *ToNumeric) Exec(x *op.Exec) error {
	if x.Stage == op.Chunk {
		return schema.OneColumn(x, func(c *frame.Column) (*frame.Column, error) {
			if !isText(c.DType) {
				return c, nil
			}
			d := x.Out(0).Cols[0].Is
			if c.DType.IsObject() {
				if d.IsObject() {
					return c, nil
				}
				return chunk.Env(x).Build(str.CellNumbers(c.Objects, d), d)
			}
			c, err := chunk.TextsOf(x, c, "to_numeric")
			if err != nil {
				return nil, err
			}
			return str.Numbers(x.Mem(), c, d)
		})
	}
	var n str.Numeric
	if x.Stage == op.Map {
		var err error
		if n, err = o.scan(x, x.Frame(0).Cols[0]); err != nil {
			return err
		}
	} else {
		for _, p := range x.Tuples() {
			n = n.Join(numericOf(p))
		}
	}
	return x.Put(0, op.Tuple{n.Neg, n.Uint, n.Big, n.Float, n.Missing, n.Bool, n.Other})
}

// scan says what the rows of a chunk are as numbers.
func (o *ToNumeric) scan(x *op.Exec, c *frame.Column) (str.Numeric, error) {
	coerce := o.Errors == "coerce"
	if c.DType.IsObject() {
		return str.ScanCells(c.Objects, coerce)
	}
	c, err := chunk.TextsOf(x, c, "to_numeric")
	if err != nil {
		return str.Numeric{}, err
	}
	return str.ScanNumbers(x.Mem(), c, coerce)
}
