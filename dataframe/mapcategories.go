package dataframe

import (
	"github.com/mars-project/mars-go/dataframe/cells"
	"github.com/mars-project/mars-go/dataframe/schema"
	"github.com/mars-project/mars-go/errs"
	"github.com/mars-project/mars-go/frame"
	"github.com/mars-project/mars-go/op"
)

// mapCategories is map of a series of categories: it asks which there are. If each has a value of its own,
// these are the new categories, in the old order; else the elements are mapped as what they are.
type mapCategories struct {
	op.Deferred
	Arg []cells.Mapping
}

func init() {
	op.Register[mapCategories](op.Doc{
		Name: "dataframe.map_categories", Face: "inner", Gives: "series", Sig: "map_categories(series, arg)", Summary: "Categories replaced by values that they are keys of",
	})
}

// Infer leaves the dtype to the data.
func (o *mapCategories) Infer(in []op.Meta) ([]op.Meta, error) {
	if in[0].Kind != op.Series {
		return nil, errs.New(errs.Type, "the elements of a %s are no keys", in[0].Kind)
	}
	ms := schema.SameRows(in, in[0].Cols[0], in[0].Cols[0].Type)
	ms[0].Open = true
	return ms, nil
}

func (o *mapCategories) Build(a *op.Asker, s *Series) (*Series, error) {
	old, ordered, err := categoriesOf(a, s)
	if err != nil {
		return nil, err
	}
	plain := SeriesOf(apply(&cells.MapCells{Arg: o.Arg}, s.AsType(frame.LabelColumn(old).DType)))
	cells, err := (&cells.MapCells{Arg: o.Arg}).Values()
	if err != nil {
		return nil, err
	}
	to, seen := []any{}, map[frame.Label]bool{}
	for _, c := range old {
		for i, m := range o.Arg {
			if !m.Key.Same(c) {
				continue
			}
			l, ok := frame.LabelOf(cells.Cell(i))
			if ok && !l.IsMissing() && !seen[l.Key()] {
				to, seen[l.Key()] = append(to, l), true
			}
			break
		}
	}
	if len(to) < len(old) {
		return plain, nil
	}
	return plain.AsType(CategoryType{Categories: to, Ordered: ordered}), nil
}

// categoriesOf asks for the categories of a series, and whether they have an order.
func categoriesOf(a *op.Asker, s *Series) ([]frame.Label, bool, error) {
	few := s.Head(0)
	if err := a.Need(op.Values, few); err != nil {
		return nil, false, err
	}
	c := a.Value(few).(*frame.Frame).Cols[0]
	if !c.DType.IsCategorical() || c.Dict == nil {
		return nil, false, errs.In(errs.New(errs.Type, "Cat is for categories"), "Can only use .cat accessor with a 'category' dtype")
	}
	out := make([]frame.Label, c.Dict.Len())
	for i := range out {
		out[i], _ = frame.LabelOf(c.Dict.Values.Cell(i))
	}
	return out, c.DType.Ordered, nil
}
