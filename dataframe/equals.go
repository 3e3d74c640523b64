package dataframe

import (
	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/op"
)

// Equals tells whether another frame has the same labels, dtypes and values; missing ones are equal.
func (d *DataFrame) Equals(other *DataFrame) *Scalar {
	return ScalarOf(apply(&equals{}, d, other))
}

// Equals tells whether another series has the same labels, dtype and values; missing ones are equal. Names do
// not count.
func (s *Series) Equals(other *Series) *Scalar { return ScalarOf(apply(&equals{}, s, other)) }

// Equals tells whether another index has the same labels; missing ones are equal. Names do not count.
func (x *Index) Equals(other *Index) *Scalar { return ScalarOf(apply(&equals{}, x, other)) }

// equals is one truth value.
type equals struct{ op.Deferred }

func init() {
	op.Register[equals](op.Doc{
		Name: "dataframe.equals", Face: "inner", Like: "pandas.DataFrame.equals", Sig: "equals(df, other)", Summary: "Whether labels, dtypes and values are equal",
	})
}

func (o *equals) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != in[1].Kind {
		return nil, errs.New(errs.Type, "a %s is not compared with a %s", in[0].Kind, in[1].Kind)
	}
	return []op.Meta{op.NewTensor(dtype.Bool)}, nil
}

func (o *equals) Build(a *op.Asker, x, y Handle) (*Scalar, error) {
	p, q := x.Value().Meta(), y.Value().Meta()
	no := NewSeries([]any{false}).Any()
	if p.Kind != q.Kind || len(p.Cols) != len(q.Cols) || levelCount(x) != levelCount(y) {
		return no, nil
	}
	for i, c := range p.Cols {
		if c.Is != q.Cols[i].Is || p.Kind == op.Frame && !c.Name.Same(q.Cols[i].Name) {
			return no, nil
		}
	}
	if err := a.Need(op.Rows, x, y); err != nil {
		return nil, err
	}
	if a.Rows(x) != a.Rows(y) {
		return no, nil
	}
	left, right := columnsAndLevels(x), columnsAndLevels(y)
	all := NewSeries([]any{true})
	for i := range left {
		is := left[i].Eq(right[i]).FillNA(false).AsType(dtype.Bool).Or(left[i].IsNA().And(right[i].IsNA()))
		if i > 0 {
			is = all.And(is)
		}
		all = is
	}
	return all.All(), nil
}

// columnsAndLevels are the levels of the row labels and the columns, each under 0, 1, ....
func columnsAndLevels(h Handle) (out []*Series) {
	for k := range levelCount(h) {
		out = append(out, levelSeries(h, k).DropIndex())
	}
	switch h := h.(type) {
	case *Series:
		out = append(out, h.DropIndex())
	case *DataFrame:
		for i := range h.Value().Meta().Cols {
			out = append(out, h.IlocCol(i).DropIndex())
		}
	}
	return out
}
