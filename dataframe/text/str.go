package text

import (
	"math"

	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/kernel/str"
	"github.com/mars-project/mars-go/op"
)

// answer is what a text method gives for a text.
type answer uint8

const (
	aText  answer = iota // a text; of a category an object
	aTexts               // a text, of a category too
	aTruth
	aCount
	aObject
)

// textType checks the dtype of a text column.
func textType(d dtype.DType) error {
	if d.IsString() || d.IsCategorical() || d.IsObject() {
		return nil
	}
	return errs.In(errs.New(errs.Type, "Str is for text, not for %s", d), "Can only use .str accessor with string values, not %s", d)
}

// of is the dtype of the answers for a column of dtype d.
func (a answer) of(d dtype.DType) op.Type {
	switch a {
	case aTruth:
		if d.Null {
			return op.T(dtype.Bool.Nullable())
		}
		if d.IsObject() {
			return op.Pending(dtype.Bool, dtype.Object)
		}
		return op.T(dtype.Bool)
	case aCount:
		if d.Null {
			return op.T(dtype.Int64.Nullable())
		}
		return op.Pending(dtype.Int64, dtype.Float64)
	case aObject:
		return op.T(dtype.Object)
	}
	switch {
	case d.IsString():
		return op.T(d)
	case a == aTexts && !d.IsObject():
		return op.T(dtype.Str)
	}
	return op.T(dtype.Object)
}

// inferText describes a series of answers.
func inferText(in []op.Meta, a answer) ([]op.Meta, error) {
	if in[0].Kind != op.Series {
		return nil, errs.In(errs.New(errs.Type, "methods of text are for a series or an index, not for a %s", in[0].Kind), "'%s' object has no attribute 'str'", in[0].Kind)
	}
	c := in[0].Cols[0]
	if err := textType(c.Is); err != nil {
		return nil, err
	}
	return []op.Meta{op.NewSeries(in[0].Dims[0], in[0].Index, op.Col{Name: c.Name, Type: a.of(c.Is)})}, nil
}

// textColumn is oneColumn for texts: a category of anything else is refused.
func textColumn(x *op.Exec, f func(c *frame.Column, d dtype.DType) (*frame.Column, error)) error {
	return schema.OneColumn(x, func(c *frame.Column) (*frame.Column, error) {
		t, err := asTexts(x, c)
		if err != nil {
			return nil, err
		}
		out, err := f(t, x.Out(0).Cols[0].Is)
		if err != nil || t == c || !out.DType.IsObject() {
			return out, err
		}
		return unlessText(c, t, out), nil
	})
}

// truthColumn is textColumn for answers that are bools; na is that of missing texts, nil for the one of the
// dtype.
func truthColumn(x *op.Exec, na *bool, f func(s []byte) bool) error {
	return schema.OneColumn(x, func(c *frame.Column) (*frame.Column, error) {
		t, err := asTexts(x, c)
		if err != nil {
			return nil, err
		}
		out, err := str.Truths(x.Mem(), t, x.Out(0).Cols[0].Is, na, f)
		if err != nil || !c.DType.IsObject() || na != nil || !t.HasNulls() {
			return out, err
		}
		return unlessText(c, t, out), nil
	})
}

// unlessText is answers as objects, where there is no text the missing cell that c has, or NaN.
func unlessText(c, texts, answers *frame.Column) *frame.Column {
	out := answers.Cells()
	for i := range out {
		if !texts.IsNull(i) {
			continue
		}
		out[i] = math.NaN()
		if v := c.Cell(i); c.DType.IsObject() && frame.IsMissing(v) {
			out[i] = v
		}
	}
	return frame.NewObjects(out)
}

// asTexts is a column of objects, or of categories of objects, as one of texts: what is no text is missing
// there. A category of anything else is refused.
func asTexts(x *op.Exec, c *frame.Column) (*frame.Column, error) {
	switch {
	case c.DType.IsCategorical() && c.Dict.Len() > 0 && !c.Dict.Values.DType.IsString():
		if d := c.Dict.Values.DType; !d.IsObject() {
			return nil, errs.In(errs.New(errs.Type, "Str is for text, not for categories of %s", d), "Can only use .str accessor with string values, not categories of %s", d)
		}
	case !c.DType.IsObject():
		return c, nil
	}
	b := frame.PlainStr(x.Mem(), dtype.Str)
	for i := range c.Rows {
		if s, ok := c.Cell(i).(string); ok {
			b.AppendBytes([]byte(s))
		} else {
			b.AppendNull()
		}
	}
	return b.Column()
}

// strDoc is the documentation of a text method.
func strDoc(name, sig, summary string) op.Doc {
	return op.Doc{
		Name: "dataframe.Series.str." + name, Like: "pandas.Series.str." + name, Sig: name + sig, Methods: "Series.str." + name,
		Summary: summary, Labels: "index",
	}
}

// Op is a fresh operand of a text method.
func Op[T op.Operand](name string) T { return op.Lookup("dataframe.Series.str." + name).New().(T) }
