package dataframe

import (
	"slices"

	"github.com/mars-project/mars-go/dtype"
	"github.com/mars-project/mars-go/op"
)

// Equals tells whether another frame has the same labels, dtypes and values; missing ones are equal.
func (d *DataFrame) Equals(other *DataFrame) *Scalar { return sameAs(d, other) }

// Equals tells whether another series has the same labels, dtype and values; missing ones are equal. Names do
// not count.
func (s *Series) Equals(other *Series) *Scalar { return sameAs(s, other) }

// Equals tells whether another index has the same labels; missing ones are equal. Names do not count.
func (x *Index) Equals(other *Index) *Scalar { return sameAs(x, other) }

func sameAs(x, y Handle) *Scalar {
	return ScalarOf(apply(&equals{Other: op.WrittenOf(op.In(1))}, x, y))
}

// equals is one truth value.
type equals struct {
	op.Deferred
	Other op.Written
}

// identical is equals of indexes, of names and dtypes too.
type identical struct {
	op.Recipe
	Other op.Written
}

func init() {
	op.Register[equals](op.Doc{
		Name: "dataframe.equals", Like: "pandas.DataFrame.equals", Methods: "DataFrame.equals Series.equals Index.equals", Sig: "equals(df, other)", Gives: "answer",
		Summary: "Whether the other has the same labels, dtypes and values",
		Text:    "Missing values are equal; names of labels, and the dtypes of them, do not count. What is of another class is not equal.",
	})
	op.Register[identical](op.Doc{
		Name: "dataframe.Index.identical", Like: "pandas.Index.identical", Methods: "Index.identical", Sig: "identical(index, other)", Gives: "answer",
		Go: "Index.Identical(other)", Summary: "Whether labels, dtype and names are equal",
	})
}

func (o *equals) Infer([]op.Meta) ([]op.Meta, error) {
	return []op.Meta{op.NewTensor(dtype.Bool)}, nil
}

func truth(is bool) *Scalar { return NewSeries([]any{is}).Any() }

func (o *equals) Build(a *op.Asker, x Handle, more []Handle) (*Scalar, error) {
	y, ok := meant(o.Other, 1, more).(Handle)
	if !ok {
		return truth(false), nil
	}
	p, q := x.Value().Meta(), y.Value().Meta()
	if p.Kind != q.Kind || len(p.Cols) != len(q.Cols) || levelCount(x) != levelCount(y) {
		return truth(false), nil
	}
	for i, c := range p.Cols {
		if c.Is != q.Cols[i].Is || p.Kind == op.Frame && !c.Name.Same(q.Cols[i].Name) {
			return truth(false), nil
		}
	}
	if err := a.Need(op.Rows, x, y); err != nil {
		return nil, err
	}
	if a.Rows(x) != a.Rows(y) {
		return truth(false), nil
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

func (o *identical) Build(x *Index, more []Handle) *Scalar {
	y, ok := meant(o.Other, 1, more).(*Index)
	alike := func(a, b op.Col) bool { return a.Name.Same(b.Name) && a.Is == b.Is }
	if !ok || !slices.EqualFunc(x.Value().Meta().Index.Levels, y.Value().Meta().Index.Levels, alike) {
		return truth(false)
	}
	return x.Equals(y)
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
